/**
 * Clocks of a game: seconds left for both sides, counted while one of them thinks.
 */

export class Clock {
  /**
   * @param {number} base seconds for the game
   * @param {number} increment seconds added after each turn
   * @param {function(): void} changed called when the display changes
   * @param {function(string): void} flag called with the side whose time is over
   */
  constructor(base, increment, changed, flag) {
    this.left = { white: base, black: base };
    this.increment = increment;
    this.changed = changed;
    this.flag = flag;
    this.running = null;
    this.since = 0;
    this.timer = null;
  }

  /** Seconds left of a side. */
  seconds(side) {
    const spent = this.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** The side begins to think. */
  start(side) {
    this.stop();
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => {
      this.changed();
      if (this.seconds(side) === 0) {
        this.stop();
        this.flag(side);
      }
    }, 100);
  }

  /** Nobody thinks. */
  stop() {
    clearInterval(this.timer);
    if (this.running) this.left[this.running] = this.seconds(this.running);
    this.running = null;
  }

  /** A side has completed its turn; for a turn that took no time there is none to add. */
  press(side) {
    if (this.running !== side) return;
    this.stop();
    this.left[side] += this.increment;
  }

  /** The time left of a side in words. */
  text(side) {
    const seconds = this.seconds(side);
    const whole = Math.floor(seconds);
    if (seconds < 20) return seconds.toFixed(1);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }
}
