/** What a dApp asks somebody to sign in with (`@solana/wallet-standard-features` SolanaSignInInput). */
export type SignInInput = {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

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
 * was asked (`@solana/wallet-standard-util` createSignInMessageText).
 */
export function signInText(input: SignInInput, domain: string, address: string): string {
  const fields = labels.flatMap(([label, key]) => (input[key] ? [`${label}: ${input[key]}`] : []))
  const listed = input.resources ? ['Resources:', ...input.resources.map((one) => `- ${one}`)] : []
  const lines = [...fields, ...listed]
  return [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    ...(input.statement ? [input.statement] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n')
}
