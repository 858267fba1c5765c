import { EventEmitter } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from '#shared/zod.ts'
import { blockExternalNetwork } from './block-external-network.ts'
import { createKitWallet } from './kit-wallet.ts'
import type { NamespaceSigner } from './namespace-signer.ts'
import { type Report, setupSchema, threadCommandSchema } from './thread-messages.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

// While a relay is down, the kit adds many listeners, which are harmless.
EventEmitter.defaultMaxListeners = 0

const port = parentPort
if (port === null) throw new Error('A wallet runs in a thread of its own')
/** Topics of all past and present sessions. */
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
  createSigners: (switchChain) => createSigners(accounts, switchChain),
})
// When a relay closes with 3000, the kit throws where no caller can catch the error. An error before this line ends the
// thread, as intended.
process.on('uncaughtException', (error) => {
  const message = textOf(error)
  if (!isDuplicateDelete(message)) report({ is: 'problem', message })
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

/** Creates the signers, and loads the libraries of those namespaces only for which the wallet has keys. */
async function createSigners(
  { eip155, solana, polkadot }: WalletAccounts,
  switchChain: (chainId: string) => Promise<void>,
): Promise<readonly NamespaceSigner[]> {
  const signers = await Promise.all([
    eip155 && import('./sign-eip155.ts').then(({ eip155Signer }) => eip155Signer(eip155, switchChain)),
    solana && import('./sign-solana.ts').then(({ solanaSigner }) => solanaSigner(solana)),
    polkadot && import('./sign-polkadot.ts').then(({ polkadotSigner }) => polkadotSigner(polkadot)),
  ])
  return signers.filter((signer) => signer !== undefined)
}

/**
 * Whether the kit reports that one of its sessions was already deleted. It deletes a session twice when both ends end it at the
 * same time, and throws where no caller can catch the error.
 */
function isDuplicateDelete(message: string): boolean {
  const pattern =
    /^(?:Missing or invalid\. Record was recently deleted - session|No matching key\. keychain): (\w+)$/
  const topic = pattern.exec(message)?.[1]
  return topic !== undefined && topics.has(topic)
}
