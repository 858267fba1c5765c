import { encodeFunctionData, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { smartAccountFactoryArtefact } from '../../../../e2e/stack/contracts/out/smart-account-factory.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createSignatureVerifier } from './signatures.ts'

const message = 'shop.example wants you to sign in'
const { abi } = smartAccountFactoryArtefact
const owner = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())

let node: SeededAnvil
let factory: `0x${string}`
beforeAll(async () => {
  node = await startSeededAnvil()
  factory = await node.deploy(smartAccountFactoryArtefact.bytecode)
})
afterAll(() => node.stop())

const accountOf = () =>
  node.chain.client.readContract({ address: factory, abi, functionName: 'addressOf', args: [owner.address] })
const isSigned = (address: string, signature: string) =>
  createSignatureVerifier(nodeRpc({ [node.chainId]: node.chain.rpcUrl })).isSignedBy(
    node.chainId,
    address,
    message,
    signature,
  )
const make = () => encodeFunctionData({ abi, functionName: 'make', args: [owner.address] })

describe('signature of a contract account', () => {
  it('not deployed › true with the deployment (ERC-6492), else false', async () => {
    const address = await accountOf()
    const wrapped = async (signer: typeof owner) =>
      serializeErc6492Signature({
        address: factory,
        data: make(),
        signature: await signer.signMessage({ message }),
      })
    expect(await isSigned(address, await wrapped(owner))).toBe(true)
    expect(await isSigned(address, await wrapped(other))).toBe(false)
    expect(await isSigned(address, await owner.signMessage({ message }))).toBe(false)
  })

  it('deployed › true for the signature of its owner (ERC-1271), else false', async () => {
    const address = await accountOf()
    await node.admin.impersonateAccount({ address: other.address })
    await node.admin.setBalance({ address: other.address, value: 10n ** 18n })
    await node.admin.sendUnsignedTransaction({ from: other.address, to: factory, data: make() })
    await expect.poll(() => node.chain.client.getCode({ address })).toBeDefined()
    expect(await isSigned(address, await owner.signMessage({ message }))).toBe(true)
    expect(await isSigned(address, await other.signMessage({ message }))).toBe(false)
    expect(await isSigned(address, '0x1234')).toBe(false)
  })

  it('account without contract › false for another key', async () => {
    expect(await isSigned(owner.address, await owner.signMessage({ message }))).toBe(true)
    expect(await isSigned(owner.address, await other.signMessage({ message }))).toBe(false)
  })
})
