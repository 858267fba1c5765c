import { getBase64Decoder, getBase64Encoder, getUtf8Encoder } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { testKey } from '../testing/key.ts'
import { found, chain as mainnet } from '../testing/unit-world.ts'
import { signIn } from './sign-in.ts'
import { verifyMessage } from './verify-message-signature.ts'
import { createAccountBook, parseAccounts } from './wallet-accounts.ts'

const key = testKey()
const message: SignInMessage = {
  accountAddress: key.address,
  chainId: mainnet,
  domain: 'shop.example',
  uri: 'https://shop.example',
  version: '1',
  nonce: 'a1b2c3d4e5f60718',
  statement: 'Ja, „gern“',
  issuedAt: '2026-01-02T03:04:05.678Z',
}
const text = signInText(message)
const bytesOf = (signedText: string) => Uint8Array.from(getUtf8Encoder().encode(signedText))
const base64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes)

/** The response of a wallet that has signed a text. */
const signed = (signedText: string) => ({
  signedMessage: base64(bytesOf(signedText)),
  signature: base64(key.sign(bytesOf(signedText))),
})
const unsupported = () => {
  throw new ProviderRpcError(4200, 'The wallet cannot do this')
}
const signMessage = (params: unknown) => {
  const { message: bytes } = z.object({ message: z.string() }).parse(params)
  return signed(new TextDecoder().decode(Uint8Array.from(getBase64Encoder().encode(bytes))))
}

const connection: Connection = {
  namespace: 'solana',
  walletId: 'solana:Test',
  handle: found.handle,
  walletName: 'Test',
  icon: undefined,
  accounts: [key.address],
  chain: mainnet,
}

function worldOf(script: Parameters<typeof memoryTransport>[0], features = ['solana:signMessage']) {
  const transport = memoryTransport(script)
  const book = createAccountBook(transport)
  const accounts = parseAccounts([{ address: key.address, chains: ['solana:mainnet'], features }])
  if (accounts) book.store(connection.handle, accounts)
  return { transport, book }
}

describe('solana sign-in', () => {
  test('solana:signIn › requested first, with the fields of the message', async () => {
    const world = worldOf({ 'solana:signIn': () => signed(text) })
    const session = await signIn(world, connection, message)
    expect(session.message).toBe(text)
    expect(await verifyMessage({ ...session, address: key.address })).toBe(true)
    const { accountAddress: address, ...fields } = message
    const params = { ...fields, address, chainId: 'solana:mainnet' }
    expect(world.transport.requests).toEqual([{ method: 'solana:signIn', params }])
  })

  test('wallet without solana:signIn › signs the same text as a message', async () => {
    const world = worldOf({ 'solana:signIn': unsupported, 'solana:signMessage': signMessage })
    const session = await signIn(world, connection, message)
    expect(session.message).toBe(text)
    expect(await verifyMessage({ ...session, address: key.address })).toBe(true)
    expect(await verifyMessage({ ...session, address: testKey().address })).toBe(false)
    expect(await verifyMessage({ ...session, message: `${text} `, address: key.address })).toBe(false)
  })

  test('rejected solana:signIn › final, no second prompt', async () => {
    const reject = () => {
      throw new ProviderRpcError(4001, 'User rejected the request')
    }
    const world = worldOf({ 'solana:signIn': reject, 'solana:signMessage': signMessage })
    await expect(signIn(world, connection, message)).rejects.toMatchObject({ code: 4001 })
    expect(world.transport.count('solana:signMessage')).toBe(0)
  })

  test('wallet signs another domain › not verified', async () => {
    const world = worldOf({ 'solana:signIn': () => signed(text.replace('shop.example', 'evil.example')) })
    await expect(signIn(world, connection, message)).rejects.toMatchObject({ code: 'siwx/not-verified' })
  })

  test('wallet without message signing › 4200', async () => {
    const world = worldOf({ 'solana:signIn': unsupported }, [])
    await expect(signIn(world, connection, message)).rejects.toMatchObject({ code: 4200 })
  })

  test.each(['', 'no base58!', '1111'])('signature %j › not verified', async (signature) => {
    expect(await verifyMessage({ address: key.address, message: text, signature })).toBe(false)
  })
})
