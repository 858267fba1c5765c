import type { Disposer } from '../disposer.ts'
import type { Ports } from '../ports.ts'
import type { Stack } from '../stack-file.ts'
import { polkadotDevAccount } from './polkadot/dev-account.ts'
import {
  acalaChainId,
  acalaGenesisHash,
  polkadotChainId,
  polkadotGenesisHash,
} from './polkadot/local-genesis.ts'
import { startAcala } from './polkadot/start-acala.ts'
import { polkadotReady, startPolkadot } from './polkadot/start-polkadot.ts'
import { svmAccount } from './solana/accounts.ts'
import { svmChainId } from './solana/genesis.ts'
import { seedSvm } from './solana/seed.ts'
import { startSvm, svmReady } from './solana/svm.ts'
import { svmMints } from './solana/tokens.ts'

/** The running chains of the namespaces other than `eip155`. */
export type OtherChains = Pick<Stack, 'solana' | 'polkadot' | 'acala'> & {
  /** Resolves with a sentence when a node exits. */
  readonly failure: Promise<string>
}

/** Labels of the accounts that have native currency and tokens on each chain. */
const labels = [
  'beacon-1',
  'beacon-2',
  'trellis-1',
  'trellis-2',
  'voyager-1',
  'spare-1',
  'spare-2',
  'phone-1',
  'phone-2',
  'phone-3',
  'shop',
] as const

const svmAccounts = labels.map(svmAccount)
const polkadotAccounts = [
  ...labels.map((label) => polkadotDevAccount(label)),
  polkadotDevAccount('trellis-3', 'ed25519'),
  polkadotDevAccount('trellis-4', 'ecdsa'),
  polkadotDevAccount('trellis-5', 'ethereum'),
]

/**
 * Starts the Solana and the Polkadot chain and funds the accounts. Acala starts at the first connection.
 * @throws Error when one of them fails to start.
 */
export async function startOtherChains(ports: Ports, lifetime: Disposer): Promise<OtherChains> {
  const svmNode = startSvm({ port: ports.solana, slotMs: 100 })
  lifetime.defer(svmNode.stop)
  const funded = polkadotAccounts.filter(({ type }) => type !== 'ethereum').map(({ address }) => address)
  const polkadotNode = startPolkadot({ port: ports.polkadot, accounts: funded })
  lifetime.defer(polkadotNode.stop)
  const acala = await startAcala({ port: ports.acala, accounts: funded })
  lifetime.defer(acala.stop)
  const failure = Promise.race([
    svmNode.exited.then((code) => `The Solana node ended with ${code}`),
    polkadotNode.exited.then((code) => `The Polkadot node ended with ${code}`),
    acala.failure.then((reason) => `Acala is gone. ${reason}`),
  ])
  const seeded = svmReady(svmNode).then(() =>
    seedSvm({ rpcUrl: svmNode.rpcUrl, accounts: svmAccounts.map(({ address }) => address) }),
  )
  await Promise.all([seeded, polkadotReady(polkadotNode)])
  return {
    solana: {
      id: svmChainId,
      rpcUrl: svmNode.rpcUrl,
      wsUrl: svmNode.wsUrl,
      mints: Object.fromEntries(
        svmMints.map(({ symbol, name, decimals, key }) => [symbol, { address: key.address, name, decimals }]),
      ),
      accounts: svmAccounts.map(({ label, address, privateKey }) => ({
        label,
        address,
        privateKey: Buffer.from(privateKey).toString('hex'),
      })),
    },
    polkadot: {
      id: polkadotChainId,
      genesisHash: polkadotGenesisHash,
      rpcUrl: polkadotNode.rpcUrl,
      wsUrl: polkadotNode.wsUrl,
      accounts: polkadotAccounts,
    },
    acala: {
      id: acalaChainId,
      genesisHash: acalaGenesisHash,
      rpcUrl: acala.rpcUrl,
      wsUrl: acala.wsUrl,
    },
    failure,
  }
}
