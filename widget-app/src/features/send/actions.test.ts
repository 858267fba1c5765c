import { describe, expect, it } from 'vitest'
import { networkSchema } from '#shared/config/network.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { testNetworks } from '#widget/testing/world.ts'
import { prepareSend, type SendForm, type SendPorts, sendAsset, verifySentTransfer } from './actions.ts'
import {
  base,
  connection,
  ether,
  fee,
  recipient,
  scriptedAdapter,
  sender,
  transactionOf,
  usdc,
} from './testing/send-world.ts'

const network = z.parse(networkSchema, testNetworks[0])
const form: SendForm = { connection, network, asset: usdc, value: 5n, to: recipient }
const transfer = { from: sender, to: recipient, asset: usdc, value: 5n }

/** Calls of the adapter, journal events and emitted events, in order, as texts. */
function ports(script: TestAdapterParts): { ports: SendPorts; log: readonly string[] } {
  const log: string[] = []
  const adapter = scriptedAdapter(script)
  const { send, switchNetwork } = adapter
  return {
    log,
    ports: {
      adapter: {
        ...(send && {
          send: (...sendPorts) => {
            log.push('wallet: send')
            return send(...sendPorts)
          },
        }),
        ...(switchNetwork && {
          switchNetwork: (...sendPorts) => {
            log.push(`wallet: switch to ${sendPorts[1].name}`)
            return switchNetwork(...sendPorts)
          },
        }),
      },
      addNetwork: async () => undefined,
      beginTransaction: () => {
        log.push('journal: begin')
        return 'entry'
      },
      record: (_, event) => {
        log.push(`journal: ${event.is}`)
      },
      onEvent: (event) => {
        log.push(`screen: ${event.is}`)
      },
    },
  }
}

describe('prepareSend', () => {
  it.each<[string, Partial<SendForm>, string]>([
    ['no amount', { value: undefined }, 'An amount and receiver address are required'],
    ['an amount of nothing', { value: 0n }, 'An amount and receiver address are required'],
    ['no receiver', { to: undefined }, 'An amount and receiver address are required'],
    ['an empty receiver', { to: '' }, 'An amount and receiver address are required'],
    ['no token', { asset: undefined }, 'A token is required'],
    ['no token and no receiver', { asset: undefined, to: '' }, 'An amount and receiver address are required'],
    ['no connection', { connection: undefined }, 'Unsupported chain'],
    ['no network', { network: undefined }, 'Unsupported chain'],
    ['a network of another asset', { asset: { ...usdc, chain: base } }, 'Unsupported chain'],
    ['a token without address', { asset: { ...usdc, address: '' } }, 'Unsupported chain'],
  ])('%s › throws', (_, missing, text) => {
    expect(() => prepareSend({ ...form, ...missing })).toThrow(new RegExp(`^${text}$`))
  })

  it('complete form › transfer from the connected account', () => {
    expect(prepareSend(form).transfer).toEqual(transfer)
  })
})

describe('sendAsset', () => {
  const returnsHash = async () => transactionOf()

  it('wallet returns a hash › journalled before the prompt, success after', async () => {
    const { ports: sendPorts, log } = ports({ send: returnsHash })
    const sent = await sendAsset(sendPorts, form, fee)
    expect(log).toEqual([
      'journal: begin',
      'screen: asked',
      'wallet: send',
      'journal: submitted',
      'screen: submitted',
    ])
    expect(sent).toMatchObject({ entryId: 'entry', transaction: transactionOf(), prepared: { transfer } })
  })

  it('wallet on another network › switches first, then prompts', async () => {
    const { ports: sendPorts, log } = ports({ send: returnsHash, switchNetwork: async () => {} })
    await sendAsset(sendPorts, { ...form, connection: { ...connection, chain: base } }, fee)
    expect(log.slice(0, 5)).toEqual([
      'screen: switching',
      'wallet: switch to Ethereum',
      'journal: begin',
      'screen: asked',
      'wallet: send',
    ])
  })

  it.each<[string, unknown, readonly string[]]>([
    ['refused', new ProviderRpcError(4001, 'no'), ['screen: rejected']],
    ['refused as unsupported', new WidgetError('chain/not-supported-by-wallet', 'x'), ['screen: failed']],
    ['lost', new ProviderRpcError(4900, 'gone'), ['screen: failed']],
  ])('switch %s › makes no prompt and no journal entry', async (_, thrown, end) => {
    const { ports: sendPorts, log } = ports({ switchNetwork: () => Promise.reject(thrown) })
    const onOtherNetwork = { ...form, connection: { ...connection, chain: base } }
    expect(await sendAsset(sendPorts, onOtherNetwork, fee)).toBeUndefined()
    expect(log).toEqual(['screen: switching', 'wallet: switch to Ethereum', ...end])
  })

  it.each<[string, unknown, readonly string[]]>([
    ['4001', new ProviderRpcError(4001, 'no'), ['journal: rejected', 'screen: rejected']],
    ['−32002', new ProviderRpcError(-32002, 'busy'), ['journal: rejected', 'screen: pending']],
    ['a fault of the wallet', new WidgetError('send/failed', 'x'), ['journal: rejected', 'screen: failed']],
    ['a disconnect in the middle', new ProviderRpcError(4900, 'gone'), ['journal: lost', 'screen: unknown']],
    ['a fault nobody foresaw', new TypeError('x'), ['journal: lost', 'screen: unknown']],
  ])('wallet returns %s › journalled and emitted after one prompt', async (_, thrown, end) => {
    const { ports: sendPorts, log } = ports({ send: () => Promise.reject(thrown) })
    expect(await sendAsset(sendPorts, form, fee)).toBeUndefined()
    expect(log).toEqual(['journal: begin', 'screen: asked', 'wallet: send', ...end])
  })

  it('incomplete form › throws before the journal and the prompt', async () => {
    const { ports: sendPorts, log } = ports({})
    await expect(sendAsset(sendPorts, { ...form, asset: undefined }, fee)).rejects.toThrow(
      'A token is required',
    )
    expect(log).toEqual([])
  })

  it('chain without send › throws before the journal', async () => {
    const { ports: sendPorts, log } = ports({})
    const noSend: SendPorts = { ...sendPorts, adapter: {} }
    await expect(sendAsset(noSend, { ...form, asset: ether }, fee)).rejects.toThrow(/^Unsupported chain$/)
    expect(log).toEqual([])
  })
})

describe('wallet that signs something else', () => {
  it('send/mismatch › alerts and keeps the entry open, as it may be sent (test 43)', async () => {
    const thrown = new WidgetError('send/mismatch', 'The wallet signed something else')
    const { ports: sendPorts, log } = ports({ send: () => Promise.reject(thrown) })
    expect(await sendAsset(sendPorts, form, fee)).toBeUndefined()
    expect(log.slice(-2)).toEqual(['journal: lost', 'screen: mismatched'])
  })
})

describe('verifySentTransfer', () => {
  const sent = { entryId: 'entry', transaction: transactionOf(), prepared: { connection, network, transfer } }
  const { signal } = new AbortController()
  it('transaction › is compared with exactly the requested transfer', async () => {
    const verifySent: ChainAdapter['verifySent'] = async (transaction, requested) => {
      expect([transaction, requested]).toEqual([transactionOf(), transfer])
      return 'verified'
    }
    expect(await verifySentTransfer({ verifySent }, sent, signal)).toBe('verified')
  })

  it('adapter without verifySent › is unverifiable', async () => {
    expect(await verifySentTransfer({}, sent, signal)).toBe('unverifiable')
  })
})
