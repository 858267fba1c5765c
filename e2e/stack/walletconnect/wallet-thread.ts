import { EventEmitter } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { blockExternalNetwork } from './block-external-network.ts'
import { createKitWallet } from './kit-wallet.ts'
import type { NamespaceSigner } from './namespace-signer.ts'
import { type Report, setupSchema, threadCommandSchema } from './thread-messages.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

// The kit's own listeners on a relay that is down are many, and harmless.
EventEmitter.defaultMaxListeners = 0

const port = parentPort
if (port === null) throw new Error('A wallet runs in a thread of its own')
/** Topics of the sessions that there have been. */
const topics = new Set<string>()
const report = (message: Report) => {
  if (message.is === 'sessions') for (const { topic } of message.sessions) topics.add(topic)
  port.postMessage(message)
}
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

blockExternalNetwork((host) => report({ is: 'outside', host }))

const { accounts, ...setup } = z.parse(setupSchema, workerData)
const wallet = await createKitWallet({
  ...setup,
  report,
  signersWith: (moveTo) => signersOf(accounts, moveTo),
})
// A relay that closes with 3000 makes the kit throw where nobody can catch it. What goes wrong before this line ends the
// thread, as it should.
process.on('uncaughtException', (error) => {
  const message = textOf(error)
  if (!isEndedTwice(message)) report({ is: 'problem', message })
})
port.on('message', async (message: unknown) => {
  const { id, command } = z.parse(threadCommandSchema, message)
  try {
    await wallet.perform(command)
    report({ is: 'done', id })
  } catch (error) {
    report({ is: 'done', id, error: textOf(error) })
  }
})
report({ is: 'ready', addresses: wallet.addresses })

/** Only the SDKs of the chains that the wallet has keys for are loaded. */
async function signersOf(
  { eip155, solana, polkadot }: WalletAccounts,
  moveTo: (chainId: string) => Promise<void>,
): Promise<readonly NamespaceSigner[]> {
  const signers = await Promise.all([
    eip155 && import('./sign-eip155.ts').then(({ eip155Signer }) => eip155Signer(eip155, moveTo)),
    solana && import('./sign-solana.ts').then(({ solanaSigner }) => solanaSigner(solana)),
    polkadot && import('./sign-polkadot.ts').then(({ polkadotSigner }) => polkadotSigner(polkadot)),
  ])
  return signers.filter((signer) => signer !== undefined)
}

/**
 * Whether the kit tells that one of its own sessions is gone already: those that both ends end in the same moment it deletes
 * twice, which fails where nobody can catch it.
 */
function isEndedTwice(message: string): boolean {
  const told =
    /^(?:Missing or invalid\. Record was recently deleted - session|No matching key\. keychain): (\w+)$/
  const topic = told.exec(message)?.[1]
  return topic !== undefined && topics.has(topic)
}
