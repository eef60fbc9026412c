/**
 * Animated GIF files (GIF89a, as CompuServe's specification of 1990 describes it), written picture by picture.
 */

/** Colours of a file. */
const COLORS = 256;
/** The codes of the compression have so many bits at most. */
const MOST_BITS = 12;

/** A colour as a number of 15 bits: colours that are this close share an entry of the palette. */
const coarse = (data, at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/** The most frequent colours of some pictures, as bytes of red, green and blue. */
function paletteOf(pictures) {
  const sums = new Map();
  for (const { data } of pictures) {
    for (let at = 0; at < data.length; at += 4) {
      const key = coarse(data, at);
      const sum = sums.get(key) ?? sums.set(key, [0, 0, 0, 0]).get(key);
      for (const part of [0, 1, 2]) sum[part] += data[at + part];
      sum[3] += 1;
    }
  }
  const chosen = [...sums.values()].sort((one, other) => other[3] - one[3]).slice(0, COLORS);
  return Uint8Array.from({ length: COLORS * 3 }, (_, at) => {
    const sum = chosen[Math.floor(at / 3)];
    return sum ? Math.round(sum[at % 3] / sum[3]) : 0;
  });
}

/** The entries of a palette for the pixels of a picture; `known` remembers the entry of each coarse colour. */
function indexed({ data }, palette, known) {
  const nearest = (at) => {
    let [best, least] = [0, Infinity];
    for (let entry = 0; entry < COLORS; entry++) {
      const far = [0, 1, 2].reduce((sum, part) => sum + (data[at + part] - palette[entry * 3 + part]) ** 2, 0);
      if (far < least) [best, least] = [entry, far];
    }
    return best;
  };
  const pixels = new Uint8Array(data.length / 4);
  for (let index = 0; index < pixels.length; index++) {
    const key = coarse(data, index * 4);
    if (known[key] < 0) known[key] = nearest(index * 4);
    pixels[index] = known[key];
  }
  return pixels;
}

/** Pixels compressed by LZW, in blocks of 255 bytes at most. */
function compressed(pixels) {
  const [clear, end] = [COLORS, COLORS + 1];
  const bytes = [];
  let [bits, room, width, next] = [0, 0, 9, end + 1];
  // The code of a known text and one more pixel.
  const codes = new Int16Array(COLORS << MOST_BITS).fill(-1);
  const put = (code) => {
    bits |= code << room;
    room += width;
    for (; room >= 8; room -= 8, bits >>= 8) bytes.push(bits & 255);
  };
  put(clear);
  let text = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = (text << 8) | pixel;
    if (codes[key] >= 0) {
      text = codes[key];
      continue;
    }
    put(text);
    text = pixel;
    if (next === 1 << MOST_BITS) {
      put(clear);
      codes.fill(-1);
      [width, next] = [9, end + 1];
      continue;
    }
    if (next === 1 << width) width += 1;
    codes[key] = next++;
  }
  put(text);
  put(end);
  if (room) bytes.push(bits & 255);
  const blocks = [8];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return Uint8Array.from([...blocks, 0]);
}

/** The rectangle in which two pictures of one size differ, `null` if they are the same. */
function difference(before, after, width) {
  let [left, top, right, bottom] = [width, Infinity, -1, -1];
  for (let index = 0; index < after.length; index++) {
    if (before[index] === after[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Numbers as two bytes each, the low one first. */
const words = (...numbers) => numbers.flatMap((number) => [number & 255, number >> 8]);

/** A file that is being written. */
export class Gif {
  /** @param {ImageData[]} samples pictures of its size that have the colours of all */
  constructor(samples) {
    const [{ width, height }] = samples;
    Object.assign(this, { width, height, palette: paletteOf(samples), known: new Int16Array(1 << 15).fill(-1), before: null });
    const text = (letters) => [...letters].map((letter) => letter.charCodeAt(0));
    // A palette of 256 colours for the whole file; what is shown begins again at its end.
    const head = [...text("GIF89a"), ...words(width, height), 0xf7, 0, 0, ...this.palette, 0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts = [Uint8Array.from(head)];
  }

  /** Adds a picture that is shown for some hundredths of a second: only what differs from the one before is written. */
  add(picture, time) {
    const pixels = indexed(picture, this.palette, this.known);
    const whole = { left: 0, top: 0, width: this.width, height: this.height };
    const box = this.before ? difference(this.before, pixels, this.width) ?? { ...whole, width: 1, height: 1 } : whole;
    const part = new Uint8Array(box.width * box.height);
    for (let row = 0; row < box.height; row++) {
      const from = (box.top + row) * this.width + box.left;
      part.set(pixels.subarray(from, from + box.width), row * box.width);
    }
    this.before = pixels;
    const head = [0x21, 0xf9, 4, 4, ...words(time), 0, 0, 0x2c, ...words(box.left, box.top, box.width, box.height), 0];
    this.parts.push(Uint8Array.from(head), compressed(part));
  }

  /** The file. */
  done() {
    return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}
