import * as z from 'zod/mini'

const field = () => z.optional(z.string())

/**
 * What a dApp asks somebody to sign in with (`@solana/wallet-standard-features` SolanaSignInInput), the site and the
 * account filled in.
 */
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

/**
 * The text of Sign-In With Solana, with the fields that are given and no others: who verifies makes it anew from what
 * was asked (`@solana/wallet-standard-util` createSignInMessageText), and so does a wallet.
 */
export function textOfInput(input: z.output<ReturnType<typeof signInInputSchema>>): string {
  const fields = labels.flatMap(([label, key]) => (input[key] ? [`${label}: ${input[key]}`] : []))
  const listed = input.resources ? ['Resources:', ...input.resources.map((one) => `- ${one}`)] : []
  const lines = [...fields, ...listed]
  return [
    `${input.domain} wants you to sign in with your Solana account:\n${input.address}`,
    ...(input.statement ? [input.statement] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n')
}
