import jsQR from 'jsqr'

/** Decodes the QR code in pixels; undefined if there is no readable one. */
export const readPixels = ({ data, width, height }: ImageData): string | undefined =>
  jsQR(data, width, height)?.data || undefined
