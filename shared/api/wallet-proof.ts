import type { EmbeddedAccounts } from './embedded-account.ts'

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
    'Drawbridge embedded wallet',
    'This proves to the wallet server that you have the keys of this wallet.',
    `User: ${userId}`,
    `For: ${subject}`,
    ...[`Ethereum: ${eip155}`, `Solana: ${solana}`, `Polkadot: ${polkadot}`],
  ].join('\n')
