import jsQR from 'jsqr'

/** The text of the QR code among pixels; undefined while there is none that can be read. */
export const readPixels = ({ data, width, height }: ImageData): string | undefined =>
  jsQR(data, width, height)?.data || undefined
