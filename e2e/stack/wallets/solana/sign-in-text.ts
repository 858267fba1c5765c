import * as z from '#shared/zod.ts'

const optionalText = () => z.optional(z.string())

/** Input of `solana:signIn` (Wallet Standard, `SolanaSignInInput`). */
export const signInInput = z.object({
  domain: optionalText(),
  address: optionalText(),
  statement: optionalText(),
  uri: optionalText(),
  version: optionalText(),
  chainId: optionalText(),
  nonce: optionalText(),
  issuedAt: optionalText(),
  expirationTime: optionalText(),
  notBefore: optionalText(),
  requestId: optionalText(),
  resources: z.optional(z.array(z.string())),
})

/** Formats the message to sign, by the rules of the standard. */
export function signInText(input: z.infer<typeof signInInput>, domain: string, address: string): string {
  const head = `${input.domain ?? domain} wants you to sign in with your Solana account:\n${input.address ?? address}`
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  const resourceLines = input.resources ? ['Resources:', ...input.resources.map((one) => `- ${one}`)] : []
  const lines = [...fields, ...resourceLines].join('\n')
  return [head, ...(input.statement ? [input.statement] : []), ...(lines ? [lines] : [])].join('\n\n')
}
