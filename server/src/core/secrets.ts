/** Random secrets, by Web Crypto. */

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

/** A token of 256 random bits, in hex. */
export const randomToken = (): string => hex(random(32))

/** A nonce of 128 random bits, in hex: the alphabet of EIP-4361. */
export const randomNonce = (): string => hex(random(16))

/** A key of 256 random bits, in base64url without padding. */
export const randomKey = (): string =>
  btoa(String.fromCharCode(...random(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const codeCount = 1_000_000
/** The largest multiple of the number of codes within 32 bits: values above it would make some codes more likely. */
const fairLimit = Math.floor(2 ** 32 / codeCount) * codeCount

/** A code of six digits is valid for this long, whatever it proves. */
export const codeLifetimeMs = 600_000

/** Six random digits, each code equally likely. */
export function randomCode(): string {
  for (;;) {
    const [value = fairLimit] = crypto.getRandomValues(new Uint32Array(1))
    if (value < fairLimit) return String(value % codeCount).padStart(6, '0')
  }
}

/** Two random digits, each number equally likely. */
export function randomTwoDigits(): string {
  for (;;) {
    const [value = 255] = random(1)
    if (value < 200) return String(value % 100).padStart(2, '0')
  }
}
