import { Keyring } from '@polkadot/keyring'
import { u8aToHex } from '@polkadot/util'
import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { parseAddress } from '../address.ts'
import { signIn } from './sign-in.ts'
import { verifyMessage } from './verify-message-signature.ts'

const pairOf = (type: 'sr25519' | 'ed25519' | 'ecdsa' | 'ethereum') =>
  new Keyring({ type, ss58Format: 42 }).addFromUri(
    type === 'ethereum' ? `0x${'11'.repeat(32)}` : '//drawbridge//sign-in',
  )
const kinds = ['sr25519', 'ed25519', 'ecdsa', 'ethereum'] as const
const otherPair = pairOf('sr25519').derive('//stranger')

const messageFor = (accountAddress: string): SignInMessage => ({
  accountAddress,
  chainId: parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
  domain: 'shop.example',
  uri: 'https://shop.example',
  version: '1.0.0',
  nonce: 'a1b2c3d4e5f60718',
  issuedAt: '2026-01-02T03:04:05.678Z',
})

describe('polkadot sign-in', () => {
  test.each(kinds)('wallet with a %s key › signs the text in <Bytes>, verified', async (type) => {
    const pair = pairOf(type)
    const address = parseAddress(pair.address)
    const connection: Connection = {
      namespace: 'polkadot',
      walletId: 'polkadot:test',
      handle: 'test',
      walletName: 'Test',
      icon: undefined,
      accounts: [address],
      chain: messageFor(address).chainId,
    }
    const transport = memoryTransport({
      'injectedWeb3:signRaw': (params) => {
        const { data } = z.object({ data: z.string() }).parse(params)
        return { id: 1, signature: u8aToHex(pair.sign(data)) }
      },
    })
    const { message, signature } = await signIn(transport, connection, messageFor(address))
    expect(message).toBe(signInText(messageFor(address)))
    const [request] = transport.requests
    const { data } = z.object({ data: z.string() }).parse(request?.params)
    expect(Buffer.from(data.slice(2), 'hex').toString()).toBe(`<Bytes>${message}</Bytes>`)
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    expect(await verifyMessage({ address: otherPair.address, message, signature })).toBe(false)
    expect(await verifyMessage({ address, message: `${message} `, signature })).toBe(false)
    // Some wallets sign the unwrapped text.
    expect(await verifyMessage({ address, message, signature: u8aToHex(pair.sign(message)) })).toBe(true)
  })

  test.each(['', '0x', 'no hex', `0x${'00'.repeat(64)}`])(
    'signature %j › not verified',
    async (signature) => {
      const { address } = pairOf('sr25519')
      expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(false)
    },
  )
})
