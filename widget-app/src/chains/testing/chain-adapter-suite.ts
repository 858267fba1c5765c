import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Network } from '#shared/config/network.ts'
import type { Asset, ChainAdapter, ChainManifest, Connection, Transfer } from '../chain-adapter.ts'
import { required } from '../registry.ts'
import type { PromptOutcome } from './prompt-outcome.ts'

/** A real local chain, a funded wallet on it with tokens, and the adapter under test. */
export type SuiteWorld = {
  readonly adapter: ChainAdapter
  readonly manifest: ChainManifest
  readonly wallet: DiscoveredWallet
  readonly network: Network
  /** The wallet approved before it is connected, is never locked, and its events are remote: a WalletConnect session. */
  readonly isSession?: true
  readonly native: Asset
  /** Base units of a native transfer to a fresh address; 12,345 unless the chain requires more. */
  readonly amount?: bigint
  /** Base units that must stay in every account, and that its balance excludes (Polkadot's existential deposit). */
  readonly keptBack?: bigint
  /**
   * A token of which the wallet has at least 1,000 base units, and an address without a contract; absent if the adapter has
   * no tokens.
   */
  readonly token?: Asset
  readonly notAToken?: string
  /** An address that was never used. */
  freshAddress(): string
  setMood(mood: PromptOutcome): void | Promise<void>
  /** Prompts which the wallet has shown so far. */
  prompts(): number
  /** Emits a wallet event as wallets of this namespace do. */
  emitAccounts(accounts: readonly string[]): void
  stop(): Promise<void>
}

export type AddressSamples = {
  readonly valid: readonly (readonly [typed: string, normal: string])[]
  readonly invalid: readonly string[]
  readonly badChecksum: readonly string[]
}

const neverAborted = new AbortController().signal

/** Requirements of every chain adapter, tested on its real local chain. */
export function chainAdapterSuite(
  namespace: string,
  addresses: AddressSamples,
  createWorld: () => Promise<SuiteWorld>,
): void {
  describe(`${namespace}: what every adapter does`, () => {
    let world: SuiteWorld
    beforeAll(async () => {
      world = await createWorld()
    })
    afterAll(() => world.stop())
    beforeEach(() => world.setMood('approves'))

    const connect = (silent = false): Promise<Connection> => world.adapter.connect(world.wallet, { silent })
    const balanceOf = (address: string) =>
      required(world.adapter.nativeBalance, 'nativeBalance')(address, world.network)
    const amount = () => world.amount ?? 12_345n
    const tokenBalanceOf = async (address: string): Promise<bigint> => {
      const read = required(world.adapter.tokenBalances, 'tokenBalances')
      const [first] = await read(address, world.network, [world.token?.address ?? ''])
      return first?.value ?? -1n
    }

    test.each(addresses.valid)('address %s › %s', (typed, normal) => {
      expect(world.adapter.parseAddress(typed)).toBe(normal)
      expect(world.manifest.looksLikeAddress(typed)).toBe(true)
    })

    test.each(addresses.invalid)("address %j › 'Invalid address'", (text) => {
      expect(() => world.adapter.parseAddress(text)).toThrow('Invalid address')
    })

    test.each(addresses.badChecksum)('address %j › wrong checksum', (text) => {
      expect(() => world.adapter.parseAddress(text)).toThrow(
        expect.objectContaining({ code: 'address/checksum' }),
      )
    })

    test('connect › normalized accounts and the chain', async () => {
      const connection = await connect()
      expect(connection).toMatchObject({ namespace: world.adapter.namespace, chain: world.network.id })
      for (const account of connection.accounts) expect(world.adapter.parseAddress(account)).toBe(account)
    })

    test('silent connect › no prompt, rejects for a locked wallet', async ({ skip }) => {
      await connect()
      const before = world.prompts()
      expect((await connect(true)).accounts).toEqual((await connect(true)).accounts)
      expect(world.prompts()).toBe(before)
      if (world.isSession) return skip()
      await world.setMood('has-locked-it')
      await expect(connect(true)).rejects.toMatchObject({ code: 'wallet/no-account' })
      expect(world.prompts()).toBe(before)
    })

    test.for<[PromptOutcome, number]>([
      ['rejects', 4001],
      ['is-already-asked', -32002],
    ])('wallet whose user %s › rejects with %i', async ([mood, code], { skip }) => {
      if (world.isSession) return skip()
      await world.setMood(mood)
      await expect(connect()).rejects.toMatchObject({ code })
    })

    test('watch › changed and lost accounts, until unsubscribed', async ({ skip }) => {
      if (world.isSession) return skip()
      const connection = await connect()
      const changes: unknown[] = []
      const stop = world.adapter.watch(connection, (change) => changes.push(change))
      world.emitAccounts(connection.accounts)
      await world.setMood('has-locked-it')
      world.emitAccounts([])
      const all = [{ is: 'accounts', accounts: connection.accounts }, { is: 'disconnected' }]
      // The wallet is read before an event ends the connection.
      await expect.poll(() => changes).toMatchObject(all)
      stop()
      world.emitAccounts(connection.accounts)
      expect(changes).toMatchObject(all)
    })

    test('native transfer › fee within the estimate, arrives, verified and confirmed', async () => {
      const connection = await connect()
      const [from] = connection.accounts
      const transfer: Transfer = { from, to: world.freshAddress(), asset: world.native, value: amount() }
      const fee = await required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
      const before = await balanceOf(from)
      const sent = await required(world.adapter.send, 'send')(connection, transfer, fee)
      const statuses: string[] = []
      const end = await required(world.adapter.waitForTransaction, 'waitForTransaction')(
        sent,
        world.network,
        (status) => statuses.push(status.is),
        neverAborted,
      )
      if (end.is !== 'confirmed') throw new Error(`ended as ${end.is}`)
      expect(statuses.at(-1)).toBe('confirmed')
      expect(end.fee > 0n && end.fee <= fee.maxFee).toBe(true)
      expect(await balanceOf(transfer.to)).toBe(amount() - (world.keptBack ?? 0n))
      expect(await balanceOf(from)).toBe(before - amount() - end.fee)
      const verify = required(world.adapter.verifySent, 'verifySent')
      expect(await verify(sent, transfer, world.network, neverAborted)).toBe('verified')
    })

    test('token transfer › arrives, verified', async ({ skip }) => {
      if (world.token === undefined) return skip()
      const connection = await connect()
      const [from] = connection.accounts
      const transfer: Transfer = { from, to: world.freshAddress(), asset: world.token, value: 7n }
      const before = await tokenBalanceOf(from)
      const fee = await required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
      const sent = await required(world.adapter.send, 'send')(connection, transfer, fee)
      const end = await required(world.adapter.waitForTransaction, 'waitForTransaction')(
        sent,
        world.network,
        () => undefined,
        neverAborted,
      )
      expect(end.is).toBe('confirmed')
      expect(await tokenBalanceOf(transfer.to)).toBe(7n)
      expect(await tokenBalanceOf(from)).toBe(before - 7n)
      const verify = required(world.adapter.verifySent, 'verifySent')
      expect(await verify(sent, transfer, world.network, neverAborted)).toBe('verified')
    })

    test('rejected transfer › moves nothing', async () => {
      const connection = await connect()
      const [from] = connection.accounts
      const transfer: Transfer = { from, to: world.freshAddress(), asset: world.native, value: amount() }
      const fee = await required(world.adapter.estimateFee, 'estimateFee')(transfer, world.network)
      const before = await balanceOf(from)
      await world.setMood('rejects')
      await expect(required(world.adapter.send, 'send')(connection, transfer, fee)).rejects.toMatchObject({
        code: 4001,
      })
      expect(await balanceOf(from)).toBe(before)
    })

    test("token balances › the chain's data, without addresses that are no token", async ({ skip }) => {
      if (world.token === undefined || world.notAToken === undefined) return skip()
      const [owner] = (await connect()).accounts
      const read = required(world.adapter.tokenBalances, 'tokenBalances')
      const balances = await read(owner, world.network, [world.notAToken, world.token.address ?? ''])
      expect(balances.map((balance) => balance.asset)).toEqual([world.token])
    })
  })
}
