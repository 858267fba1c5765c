import {
  Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { PageConfig } from '../../stack/wallets/page-config.ts'
import type { Payment } from './library-dapp.ts'

/** The widget's name in the Wallet Standard. */
export const widgetName = 'Drawbridge'

const pollMs = 50

/** The local node over HTTP. @throws Error if the test world has none. */
export function connectionOf({ solana }: PageConfig): Connection {
  if (solana === undefined) throw new Error('The world has no Solana node')
  return new Connection(new URL(solana.rpcUrl, location.href).href, 'confirmed')
}

/** Transfers of lamports, as a transaction of version 0. */
export async function transferOf(connection: Connection, from: PublicKey, ...payments: readonly Payment[]) {
  const { blockhash } = await connection.getLatestBlockhash()
  const transfers = payments.map(({ to, amount }) =>
    SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports: amount }),
  )
  const message = new TransactionMessage({
    payerKey: from,
    recentBlockhash: blockhash,
    instructions: transfers,
  })
  return new VersionedTransaction(message.compileToV0Message())
}

/** Waits until the transaction is confirmed. @throws Error if it failed. */
export async function waitForTransaction(connection: Connection, signature: string): Promise<string> {
  for (;;) {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.err) throw new Error(`The transaction failed: ${JSON.stringify(value.err)}`)
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized')
      return signature
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
