import {
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseEther,
  type TestClient,
} from 'viem'
import { farcasterAddresses } from '#server/adapters/farcaster/farcaster-registries.ts'
import { type RunningChain, waitForReceipt } from '../chains/running-chain.ts'
import { farcasterIdRegistryArtefact } from '../contracts/out/farcaster-id-registry.ts'
import { farcasterKeyRegistryArtefact } from '../contracts/out/farcaster-key-registry.ts'

/** Type of a key that is an EVM address. */
const authKeyType = 2
const { idRegistry, keyRegistry } = farcasterAddresses

const keyOf = (address: Address): Hex => encodeAbiParameters([{ type: 'address' }], [address])

/** Installs Farcaster's registries at their addresses on a local chain. */
export async function installFarcasterRegistries({ client }: RunningChain, admin: TestClient<'anvil'>) {
  // A call of creation code returns the code that it would deploy.
  const installCode = async (address: Address, data: Hex) => {
    const { data: bytecode } = await client.call({ data })
    if (bytecode === undefined) throw new Error(`There is no code for ${address}`)
    await admin.setCode({ address, bytecode })
  }
  await installCode(idRegistry, farcasterIdRegistryArtefact.bytecode)
  await installCode(keyRegistry, encodeDeployData({ ...farcasterKeyRegistryArtefact, args: [idRegistry] }))

  /** Sends from any account, and waits for the block. @throws Error when the transaction reverts */
  async function send(from: Address, to: Address, data: Hex): Promise<void> {
    await admin.setBalance({ address: from, value: parseEther('1') })
    await admin.impersonateAccount({ address: from })
    const hash = await admin.sendUnsignedTransaction({ from, to, data })
    const { status } = await waitForReceipt(client, hash)
    if (status !== 'success') throw new Error(`A call of ${to} has reverted`)
  }

  const idAbi = farcasterIdRegistryArtefact.abi
  const keyAbi = farcasterKeyRegistryArtefact.abi
  return {
    /** Registers an account; resolves with its id. */
    register: async (custody: Address): Promise<number> => {
      await send(
        custody,
        idRegistry,
        encodeFunctionData({ abi: idAbi, functionName: 'register', args: [custody] }),
      )
      const call = { abi: idAbi, address: idRegistry, functionName: 'idOf', args: [custody] } as const
      return Number(await client.readContract(call))
    },
    /** Gives the account of a custody address to another one. */
    transfer: (custody: Address, to: Address) =>
      send(
        custody,
        idRegistry,
        encodeFunctionData({ abi: idAbi, functionName: 'transfer', args: [to, 0n, '0x'] }),
      ),
    /** Adds a key of the custody address's account that is an EVM address. */
    addAuthAddress: (custody: Address, address: Address, keyType = authKeyType) =>
      send(
        custody,
        keyRegistry,
        encodeFunctionData({
          ...{ abi: keyAbi, functionName: 'add' },
          args: [keyType, keyOf(address), 1, '0x'],
        }),
      ),
    removeAuthAddress: (custody: Address, address: Address) =>
      send(
        custody,
        keyRegistry,
        encodeFunctionData({ abi: keyAbi, functionName: 'remove', args: [keyOf(address)] }),
      ),
  }
}

export type LocalFarcasterRegistries = Awaited<ReturnType<typeof installFarcasterRegistries>>
