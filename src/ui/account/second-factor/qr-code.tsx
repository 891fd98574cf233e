import { encode } from "uqr";

/**
 * Width of the white border. The unit is one small square of the QR code. Cameras cannot find a QR
 * code without a border.
 */
const BORDER = 4;

/**
 * Draws a QR code, always dark on white. Many cameras cannot read a light code on a dark
 * background.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
