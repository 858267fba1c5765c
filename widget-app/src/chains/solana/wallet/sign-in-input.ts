import * as z from '#shared/zod.ts'

const field = () => z.optional(z.string())

/** The input of a sign-in (`@solana/wallet-standard-features` SolanaSignInInput), with domain and address filled in. */
export const signInInputSchema = () =>
  z.object({
    domain: z.string(),
    address: z.string(),
    statement: field(),
    uri: field(),
    version: field(),
    chainId: field(),
    nonce: field(),
    issuedAt: field(),
    expirationTime: field(),
    notBefore: field(),
    requestId: field(),
    resources: z.optional(z.array(z.string())),
  })

export type SignInInput = z.output<ReturnType<typeof signInInputSchema>>

const labels = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const

/** The authority of a site by CAIP-122 (RFC 3986), without user information: a host, and a port. */
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Fields of one word: no spaces, nothing invisible, so that none can add a line. */
const wordPattern = /^[^\p{C}\p{Z}]*$/u

/** A statement is one line (CAIP-122); characters that reorder its text are shown as a risk. */
const linePattern = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/** Whether each field is valid in the text of a sign-in and cannot be read as another field. */
export const isSignInInput = (input: SignInInput): boolean =>
  domainPattern.test(input.domain) &&
  linePattern.test(input.statement ?? '') &&
  labels.every(([, key]) => wordPattern.test(input[key] ?? '')) &&
  (input.resources ?? []).every((one) => one !== '' && wordPattern.test(one))

/**
 * The text of Sign-In With Solana, with exactly the given fields: verifiers and wallets rebuild it from the input
 * (`@solana/wallet-standard-util` createSignInMessageText).
 */
export function textOfInput(input: SignInInput): string {
  const fields = labels.flatMap(([label, key]) => (input[key] ? [`${label}: ${input[key]}`] : []))
  const listed = input.resources ? ['Resources:', ...input.resources.map((one) => `- ${one}`)] : []
  const lines = [...fields, ...listed]
  return [
    `${input.domain} wants you to sign in with your Solana account:\n${input.address}`,
    ...(input.statement ? [input.statement] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n')
}
