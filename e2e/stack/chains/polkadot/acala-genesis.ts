import type { GenesisProvider } from '@acala-network/chopsticks-core'
import { compactToU8a, stringToHex, stringToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { decodeAddress } from '@polkadot/util-crypto'
import { acalaVersion, readAcalaRuntime } from './acala-runtime.ts'
import { polkadotDevAccount } from './dev-account.ts'
import { initialUnits, LocalGenesis } from './genesis.ts'
import { encodeUint, fundAccounts, type GenesisStorage, storageKey } from './genesis-storage.ts'
import { acalaCurrency, acalaGenesisHash, acalaPrefix } from './local-genesis.ts'

/** Acala's parachain id on its relay chain. */
const parachainId = 2000

/** Acala's `AccountData` has flags in its last field. This flag marks the newer layout. */
const newLayoutFlag = 1n << 127n

const parentHash = `0x${'45'.repeat(32)}`

/** Storage that the runtime reads before its first block, by storage key. This runtime has no genesis. */
function acalaStorage(accounts: readonly string[]): GenesisStorage {
  const lastUpgrade = u8aConcat(compactToU8a(acalaVersion), compactToU8a(5), stringToU8a('acala'))
  const author = decodeAddress(polkadotDevAccount('author').address)
  const authors = u8aToHex(u8aConcat(compactToU8a(1), author))
  const top: GenesisStorage = {
    [stringToHex(':code')]: readAcalaRuntime(),
    [stringToHex(':extrinsic_index')]: '0x00000000',
    [storageKey('System', 'ParentHash')]: parentHash,
    [storageKey('System', 'UpgradedToU32RefCount')]: '0x01',
    [storageKey('System', 'UpgradedToTripleRefCount')]: '0x01',
    [storageKey('System', 'LastRuntimeUpgrade')]: u8aToHex(lastUpgrade),
    [storageKey('ParachainInfo', 'ParachainId')]: u8aToHex(encodeUint(parachainId, 32)),
    [storageKey('Aura', 'Authorities')]: authors,
    [storageKey('AuraExt', 'Authorities')]: authors,
    // A multiplier of 1, with 18 decimals.
    [storageKey('TransactionPayment', 'NextFeeMultiplier')]: u8aToHex(encodeUint(10n ** 18n, 128)),
  }
  const free = initialUnits * 10n ** BigInt(acalaCurrency.decimals)
  fundAccounts(top, accounts, { free, sufficients: 0, lastField: newLayoutFlag })
  return top
}

/** Creates a genesis of Acala in which `accounts` (SS58) are funded. @throws Error as `readAcalaRuntime` does. */
export function createAcalaGenesis(accounts: readonly string[]): GenesisProvider {
  const { symbol, decimals } = acalaCurrency
  const spec = {
    id: 'acala',
    name: 'Acala',
    properties: { ss58Format: acalaPrefix, tokenDecimals: decimals, tokenSymbol: symbol },
    genesis: { raw: { top: acalaStorage(accounts) } },
  }
  return new LocalGenesis(spec, acalaGenesisHash)
}
