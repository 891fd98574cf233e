/** IPv4 addresses as numbers and octets, and the blocks outside the public internet. */
export type Octets = readonly [number, number, number, number];

/** First and last address of every block that is not on the public internet. */
export const NOT_PUBLIC: readonly (readonly [Octets, Octets])[] = [
  [
    [0, 0, 0, 0],
    [0, 255, 255, 255],
  ],
  [
    [10, 0, 0, 0],
    [10, 255, 255, 255],
  ],
  [
    [100, 64, 0, 0],
    [100, 127, 255, 255],
  ],
  [
    [127, 0, 0, 0],
    [127, 255, 255, 255],
  ],
  [
    [169, 254, 0, 0],
    [169, 254, 255, 255],
  ],
  [
    [172, 16, 0, 0],
    [172, 31, 255, 255],
  ],
  [
    [192, 0, 0, 0],
    [192, 0, 0, 255],
  ],
  [
    [192, 0, 2, 0],
    [192, 0, 2, 255],
  ],
  [
    [192, 168, 0, 0],
    [192, 168, 255, 255],
  ],
  [
    [198, 18, 0, 0],
    [198, 19, 255, 255],
  ],
  [
    [198, 51, 100, 0],
    [198, 51, 100, 255],
  ],
  [
    [203, 0, 113, 0],
    [203, 0, 113, 255],
  ],
  [
    [224, 0, 0, 0],
    [239, 255, 255, 255],
  ],
  [
    [240, 0, 0, 0],
    [255, 255, 255, 255],
  ],
];

export const toNumber = ([a, b, c, d]: Octets) => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
export const toOctets = (value: number): Octets => [
  Math.floor(value / 2 ** 24),
  Math.floor(value / 2 ** 16) % 256,
  Math.floor(value / 2 ** 8) % 256,
  value % 256,
];

export const hextets = (value: number) => {
  const high = Math.floor(value / 2 ** 16).toString(16);
  const low = (value % 2 ** 16).toString(16);
  return `${high}:${low}`;
};
