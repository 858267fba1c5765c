import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asset, Transfer } from '../chain-adapter.ts'
import { required } from '../registry.ts'
import { type SolanaRow, solanaTokenCases, tokenBalance, tokenDecimals } from '../testing/token-cases.ts'
import { parseAddress } from './address.ts'
import { token2022Program } from './programs.ts'
import { type SvmWorld, svmWorld } from './testing/svm-world.ts'
import { found } from './testing/unit-world.ts'
import { associatedTokenAddress } from './tokens/token-state.ts'

const neverAborted = new AbortController().signal

describe('tokens with unusual transfer rules', () => {
  let world: SvmWorld
  beforeAll(async () => {
    world = await svmWorld()
  })
  afterAll(() => world.stop())

  async function transferOf(row: SolanaRow): Promise<Transfer> {
    const { wallet, node, native } = world
    const receiver = node.keyOf(`receiver of ${row.kind}`)
    const { extensions, isMemoRequired, isHolderFrozen, isReceiverFrozen, age } = row.made
    const holder = wallet.key.address
    const address = await node.makeExtendedMint({
      ...{ label: row.kind, decimals: tokenDecimals, extensions, holder, amount: tokenBalance },
      ...(isMemoRequired ? { memoFor: receiver } : {}),
      freezes: [...(isHolderFrozen ? [holder] : []), ...(isReceiverFrozen ? [receiver.address] : [])],
    })
    if (age !== undefined) await node.call('localPassTime', age)
    const value = row.sends === 'max' ? tokenBalance : row.sends
    const asset: Asset = { ...native, address, symbol: 'ZOO', name: row.kind, decimals: tokenDecimals }
    return { from: holder, to: receiver.address, asset, value }
  }

  const balanceOf = async (owner: string, asset: Asset): Promise<bigint> => {
    const { adapter } = world
    const [balances] = await required(adapter.tokenBalances, 'tokenBalances')(owner, world.network, [
      asset.address ?? '',
    ])
    return balances?.value ?? 0n
  }

  test.each(solanaTokenCases.map((row) => [row.kind, row] as const))(
    '%s › reviewed › the transfer ends as reviewed',
    async (_, row) => {
      const { adapter, network, wallet } = world
      const transfer = await transferOf(row)
      const connection = await adapter.connect(found, { silent: false })
      const estimate = () => required(adapter.estimateFee, 'estimateFee')(transfer, network)
      const prompts = wallet.prompts()
      if ('refused' in row.review) {
        const failure = { code: 'send/failed', data: { reason: row.review.refused } }
        await expect(estimate()).rejects.toMatchObject(failure)
        expect(wallet.prompts()).toBe(prompts)
        return
      }
      const fee = await estimate()
      const { arrives, ...notes } = row.review
      expect(fee.token?.arrives ?? transfer.value).toBe(arrives)
      const { arrives: _arrives, ...shown } = fee.token ?? { arrives }
      expect(shown).toEqual(notes)
      const before = await balanceOf(transfer.to, transfer.asset)
      const sent = await required(adapter.send, 'send')(connection, transfer, fee)
      const end = await required(adapter.waitForTransaction, 'waitForTransaction')(
        sent,
        network,
        () => {},
        neverAborted,
      )
      expect(end.is).toBe('confirmed')
      expect(await required(adapter.verifySent, 'verifySent')(sent, transfer, network, neverAborted)).toBe(
        'verified',
      )
      const received = await required(adapter.receivedAmount, 'receivedAmount')(
        sent.hash,
        transfer,
        network,
        neverAborted,
      )
      expect(received).toBe(row.came)
      expect((await balanceOf(transfer.to, transfer.asset)) - before).toBe(row.came)
      if (row.left !== undefined) expect(await balanceOf(transfer.from, transfer.asset)).toBe(row.left)
    },
  )

  test.each([
    ['scaled amounts', { displayed: 2_500_000_000n, barred: undefined }],
    ['paused', { displayed: undefined, barred: 'paused' }],
    ['non-transferable', { displayed: undefined, barred: 'bound' }],
    ['frozen account of the sender', { displayed: undefined, barred: 'frozen' }],
    ['frozen account of the receiver', { displayed: undefined, barred: undefined }],
  ])('%s › balance read › displayed factor, and whether it can be sent', async (kind, expected) => {
    const { adapter, network } = world
    const row = solanaTokenCases.find((one) => one.kind === kind)
    if (row === undefined) throw new Error('The table has no such row')
    const { from, asset } = await transferOf({ ...row, kind: `${kind}, listed` })
    for (const read of [adapter.tokenBalances, adapter.allTokenBalances]) {
      const balances = await required(read, 'tokens')(from, network, [asset.address ?? ''])
      const found = balances.find((one) => one.asset.address === asset.address)
      expect({ displayed: found?.asset.displayed, barred: found?.barred }).toEqual(expected)
      expect(found?.value).toBe(tokenBalance)
    }
  })

  test('token with unknown displayed amount › balance read › omitted', async () => {
    const { adapter, network } = world
    const row = solanaTokenCases.find(({ kind }) => kind === 'amounts scaled to next to nothing')
    if (row === undefined) throw new Error('The table has no such row')
    const { from, asset } = await transferOf({ ...row, kind: 'scaled too small, listed' })
    const balances = await required(adapter.allTokenBalances, 'allTokenBalances')(from, network, [
      asset.address ?? '',
    ])
    expect(balances.map((one) => one.asset.address)).not.toContain(asset.address)
  })

  test('token account as the recipient › read by its own balance', async () => {
    const { adapter, network } = world
    const [, feeRow] = solanaTokenCases
    if (feeRow === undefined) throw new Error('The table is empty')
    const row = { ...feeRow, kind: 'transfer fee into a token account' }
    const toWallet = await transferOf(row)
    const connection = await adapter.connect(found, { silent: false })
    const send = async (transfer: Transfer) => {
      const fee = await required(adapter.estimateFee, 'estimateFee')(transfer, network)
      const sent = await required(adapter.send, 'send')(connection, transfer, fee)
      await required(adapter.waitForTransaction, 'waitForTransaction')(sent, network, () => {}, neverAborted)
      return required(adapter.receivedAmount, 'receivedAmount')(sent.hash, transfer, network, neverAborted)
    }
    expect(await send(toWallet)).toBe(9_500n)
    const mint = parseAddress(toWallet.asset.address ?? '')
    const to = await associatedTokenAddress(parseAddress(toWallet.to), mint, token2022Program)
    expect(await send({ ...toWallet, to })).toBe(9_500n)
  })
})
