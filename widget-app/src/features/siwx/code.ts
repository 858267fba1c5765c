import { latinDigits } from '#shared/amount/latin-digits.ts'

export const codeLength = 6

/**
 * The digits of a code as it is typed or pasted, with the mail around it: of every script, at most six. Six digits that stand
 * alone are the code, whatever other numbers the mail has.
 */
export function codeDigits(text: string): string {
  const latin = latinDigits(text.replace(/\p{Cf}/gu, '')) ?? ''
  const [alone] = /(?<!\d)\d{6}(?!\d)/.exec(latin) ?? []
  return alone ?? latin.replace(/\D/g, '').slice(0, codeLength)
}
