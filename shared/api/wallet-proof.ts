import type { EmbeddedAccounts } from './embedded-account.ts'

const title = 'Drawbridge embedded wallet'

/**
 * Text that the keys of an embedded wallet sign to prove that their holder has them now. It is no sign-in message and no
 * transaction of any chain, and names what it proves.
 * @param subject id of the envelope that is completed, or challenge of the server.
 */
export const walletProofText = (
  userId: string,
  subject: string,
  { eip155, solana, polkadot }: EmbeddedAccounts,
): string =>
  [
    title,
    'This proves to the wallet server that you have the keys of this wallet.',
    `User: ${userId}`,
    `For: ${subject}`,
    ...[`Ethereum: ${eip155}`, `Solana: ${solana}`, `Polkadot: ${polkadot}`],
  ].join('\n')

/**
 * Whether a message that a site requests could pass as a proof of the keys, also inside the wrapper of an ecosystem. With its signatures,
 * a thief of the login could delete the wallet.
 */
export const mayProveWallet = (message: Uint8Array): boolean =>
  new TextDecoder().decode(message).includes(`${title}\n`)
