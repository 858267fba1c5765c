import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { parseSignInText } from '#shared/siwx/parse-message.ts'
import { required } from '../../registry.ts'
import { decodeCacao } from '../../walletconnect/cacao.ts'
import { type AnvilWorld, anvilWorld, freshAddress } from '../testing/anvil-world.ts'
import { deploySmartAccount } from '../testing/deploy.ts'
import { found } from '../testing/unit-world.ts'

describe('eip155: sign-in', () => {
  let world: AnvilWorld
  beforeAll(async () => {
    world = await anvilWorld()
  })
  afterAll(() => world.stop())
  beforeEach(() => world.wallet.setMood('approves'))

  const messageFor = (accountAddress: string): SignInMessage => ({
    accountAddress,
    chainId: world.network.id,
    domain: 'shop.example',
    uri: 'https://shop.example',
    version: '1',
    nonce: 'a1b2c3d4e5f60718',
    issuedAt: '2026-01-02T03:04:05.678Z',
  })
  const signIn = async () => {
    const connection = await world.adapter.connect(found, { silent: false })
    return required(world.adapter.signIn, 'signIn')(connection, messageFor(connection.accounts[0]))
  }
  const verify = (address: string, message: string, signature: string) =>
    required(world.adapter.verifyMessage, 'verifyMessage')({ address, message, signature }, world.network)

  test('text of EIP-4361 › signed, verified only for its account', async () => {
    const { address } = world.wallet.account
    const { message, signature } = await signIn()
    expect(parseSignInText(message)).toEqual(messageFor(address))
    expect(await verify(address, message, signature)).toBe(true)
    expect(await verify(freshAddress(), message, signature)).toBe(false)
    expect(await verify(address, `${message} `, signature)).toBe(false)
  })

  test('user rejection › 4001, nothing is signed', async () => {
    await world.adapter.connect(found, { silent: false })
    world.wallet.setMood('rejects')
    await expect(signIn()).rejects.toMatchObject({ code: 4001 })
  })

  test('contract › verifies for its account (ERC-1271)', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const account = await deploySmartAccount(world.node, owner.address, true)
    const signature = await owner.signMessage({ message: 'Hello' })
    expect(await verify(account.address, 'Hello', signature)).toBe(true)
    expect(await verify(account.address, 'Goodbye', signature)).toBe(false)
    const otherSigner = privateKeyToAccount(generatePrivateKey())
    expect(await verify(account.address, 'Hello', await otherSigner.signMessage({ message: 'Hello' }))).toBe(
      false,
    )
  })

  test("contract's signature from WalletConnect › verified by the same chain", async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const account = await deploySmartAccount(world.node, owner.address, true)
    const p = {
      iss: `did:pkh:${world.network.id}:${account.address}`,
      domain: 'shop.example',
      aud: 'https://shop.example',
      version: '1',
      nonce: 'a1b2c3d4e5f60718',
      iat: '2026-01-02T03:04:05.678Z',
    }
    const cacao = (s: string) => decodeCacao({ h: { t: 'caip122' }, p, s: { t: 'eip1271', s } })?.session
    const message = cacao('0x00')?.message ?? ''
    const isVerified = async (signer: typeof owner) => {
      const session = cacao(await signer.signMessage({ message }))
      return session && verify(session.data.accountAddress, session.message, session.signature)
    }
    expect(await isVerified(owner)).toBe(true)
    expect(await isVerified(privateKeyToAccount(generatePrivateKey()))).toBe(false)
  })

  test('contract that is not deployed yet › verified (ERC-6492)', async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const { address, factory, call } = await deploySmartAccount(world.node, owner.address, false)
    const signature = await owner.signMessage({ message: 'Hello' })
    const wrapped = serializeErc6492Signature({ address: factory, data: call, signature })
    expect(await verify(address, 'Hello', wrapped)).toBe(true)
    expect(await verify(address, 'Goodbye', wrapped)).toBe(false)
    expect(await verify(address, 'Hello', signature)).toBe(false)
  })

  test.each([['no hex'], ['0x'], ['0x1234']])('%s › not a signature of any account', async (signature) => {
    expect(await verify(world.wallet.account.address, 'Hello', signature)).toBe(false)
  })
})
