import { type Blockchain, setStorage } from '@acala-network/chopsticks-core'
import { stringToHex } from '@polkadot/util'
import { polkadotUsdt } from './local-genesis.ts'

/** Initial token balance of every funded account, in base units. */
const usdtBalance = 1_000_000n * 10n ** BigInt(polkadotUsdt.decimals)

/** Writes the token into the state of the newest block. The first holder owns it; a balance lets an account exist. */
export async function createUsdt(chain: Blockchain, holders: readonly string[]): Promise<void> {
  const [owner] = holders
  if (owner === undefined) return
  const { id, name, symbol, decimals } = polkadotUsdt
  const roles = { owner, issuer: owner, admin: owner, freezer: owner }
  const counts = { accounts: holders.length, sufficients: holders.length, approvals: 0 }
  const supply = usdtBalance * BigInt(holders.length)
  await setStorage(chain, {
    Assets: {
      Asset: [
        [
          [id],
          { ...roles, ...counts, supply, deposit: 0, minBalance: 1, isSufficient: true, isFrozen: false },
        ],
      ],
      Metadata: [
        [
          [id],
          { deposit: 0, name: stringToHex(name), symbol: stringToHex(symbol), decimals, isFrozen: false },
        ],
      ],
      Account: holders.map((holder) => [
        [id, holder],
        { balance: usdtBalance, isFrozen: false, reason: { Sufficient: null }, extra: null },
      ]),
    },
  })
}
