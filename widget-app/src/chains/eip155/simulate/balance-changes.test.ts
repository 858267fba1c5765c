import { type Abi, encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { addressSchema, bytesSchema, hashSchema } from '../hex.ts'
import { alice, bob, tokenAddress } from '../testing/unit-world.ts'
import { balanceChanges, simulatedTransfers } from './balance-changes.ts'
import type { SimulationLog } from './simulation-logs.ts'

const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** An event as a contract emits it: indexed arguments are topics, the others are data. */
function log(signature: string, args: readonly unknown[], address: string = tokenAddress): SimulationLog {
  const text: string = `event ${signature}`
  const abi: Abi = parseAbi([text])
  const [event] = abi
  if (event?.type !== 'event') throw new Error('It is an event')
  const indexed = event.inputs.flatMap(({ indexed }, at) => (indexed ? [args[at]] : []))
  const plain = event.inputs.flatMap((input, at) => (input.indexed ? [] : [{ input, value: args[at] }]))
  const topics = encodeEventTopics({ abi, args: indexed })
  const data = encodeAbiParameters(
    plain.map(({ input }) => input),
    plain.map(({ value }) => value),
  )
  return {
    address: addressSchema.parse(address),
    topics: topics.map((topic) => hashSchema.parse(topic)),
    data: bytesSchema.parse(data),
  }
}

const erc20 = (from: string, to: string, value: bigint) =>
  log('Transfer(address indexed from, address indexed to, uint256 value)', [from, to, value])
const erc6909 = log(
  'Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount)',
  [bob, alice, bob, 7n, 5n],
)
const unindexed = log('Transfer(address from, address to, uint256 id)', [alice, bob, 7n])

describe('transfers of other standards', () => {
  it.each([
    ['ERC-6909', erc6909, -5n],
    ['an ERC-721 without indexed arguments', unindexed, -1n],
  ])('B4 › %s › a loss of that NFT, with its recipient', (_name, event, value) => {
    const contract = tokenAddress.toLowerCase()
    const [change] = balanceChanges([event], alice)
    expect(change).toMatchObject({ collectible: 7n, figure: { value } })
    expect(change?.figure.contract?.toLowerCase()).toBe(contract)
    const { sent, hasUnread } = simulatedTransfers([{ called: tokenAddress, logs: [event] }], alice)
    expect(sent).toMatchObject([{ collectible: 7n, figure: { value: -value } }])
    expect(sent[0]?.to.toLowerCase()).toBe(bob.toLowerCase())
    expect(hasUnread).toBe(false)
  })
})

describe('deposits', () => {
  const deposit = log('Deposit(address indexed user, uint256 amount)', [alice, 5n], other)
  const coins = (value: bigint, to: string = other) =>
    log(
      'Transfer(address indexed from, address indexed to, uint256 value)',
      [alice, to, value],
      `0x${'e'.repeat(40)}`,
    )

  it.each<[string, readonly SimulationLog[], readonly bigint[]]>([
    ['for coins', [coins(5n), deposit], [-5n, 5n]],
    ['for other coins', [coins(6n), deposit], [-6n]],
    ['for coins that go elsewhere', [coins(5n, bob), deposit], [-5n]],
    ['of a pool', [erc20(alice, other, 5n), deposit], [-5n]],
  ])('%s › a token gain or none', (_name, logs, values) => {
    expect(balanceChanges(logs, alice).map(({ figure }) => figure.value)).toEqual(values)
  })
})

describe('sent amounts by recipient', () => {
  it('amounts to one recipient › added up, without transfers to the account itself', () => {
    const logs = [
      erc20(alice, bob, 5n),
      erc20(alice, other, 1n),
      erc20(alice, bob, 2n),
      erc20(alice, alice, 9n),
      erc20(bob, alice, 3n),
    ]
    const { sent } = simulatedTransfers([{ called: undefined, logs }], alice)
    expect(sent.map(({ to, figure }) => [to.toLowerCase(), figure.value])).toEqual([
      [bob.toLowerCase(), 7n],
      [other.toLowerCase(), 1n],
    ])
  })
})

describe('undecoded events', () => {
  const withdraw = log(
    'Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets)',
    [`0x${'11'.repeat(32)}`, bob, alice, bob, 5n],
    other,
  )
  const inData = log('NewOwner(bytes32 indexed node, address owner)', [`0x${'11'.repeat(32)}`, alice], other)
  const swapped = log(
    'Swap(address indexed sender, uint256 a, uint256 b, uint256 c, uint256 d, address indexed to)',
    [bob, 1n, 0n, 0n, 1n, alice],
    other,
  )
  const approved = log(
    'ApprovalForAll(address indexed owner, address indexed operator, bool isGranted)',
    [alice, bob, true],
    other,
  )

  it.each<[string, SimulationLog, string | undefined, boolean]>([
    ['names the account', withdraw, tokenAddress, true],
    ['names the account in its data', inData, tokenAddress, true],
    ['names the account, of the contract that is called', withdraw, other, false],
    [
      'names another account',
      { ...inData, data: `0x${bob.slice(2).padStart(64, '0')}` },
      tokenAddress,
      false,
    ],
    ['says what a pool exchanged', swapped, tokenAddress, false],
    ['is an approval', approved, tokenAddress, false],
  ])('B4 › event that %s › undecoded or not', (_name, event, called, hasUnread) => {
    expect(simulatedTransfers([{ called, logs: [event] }], alice).hasUnread).toBe(hasUnread)
  })

  it('event of a contract that another call of the bundle calls › undecoded', () => {
    const read = { called: other, logs: [] }
    expect(simulatedTransfers([read, { called: bob, logs: [withdraw] }], alice).hasUnread).toBe(true)
    expect(simulatedTransfers([read, { called: other, logs: [withdraw] }], alice).hasUnread).toBe(false)
  })
})
