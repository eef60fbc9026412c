/**
 * What the user has chosen, kept in the browser for the next time.
 */

const PREFIX = "katydid.";

/** What was chosen before; else `usual`. */
export function preferred(name, usual) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name));
    return kept !== null && typeof kept === typeof usual ? kept : usual;
  } catch {
    return usual;
  }
}

/** Keeps a choice. A browser that keeps nothing for pages forgets it. */
export function prefer(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch (error) {
    console.warn(error);
  }
}
