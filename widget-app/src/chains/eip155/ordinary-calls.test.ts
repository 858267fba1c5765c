import { type Abi, encodeFunctionData, keccak256, parseAbi, toHex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Simulation } from '../simulation.ts'
import { decodeParsed } from './decode/decode-request.ts'
import { isSameHex } from './hex.ts'
import { alice, bob, connection, tokenAddress } from './testing/unit-world.ts'
import { parseRequest } from './wallet/request-parser.ts'

const contract = '0x9999999999999999999999999999999999999999'
const hash = keccak256(toHex('a leaf'))
const signature = `${hash}${hash.slice(2)}1b`
const one = 10n ** 18n

/** A complete simulation in which nothing leaves, nothing is granted, and no event names the account. */
const lossFree: Simulation = {
  ...{ is: 'runs', changes: [], grants: [], isPartial: false, fee: 0n },
  moves: { sent: [], hasUnread: false },
}

function risksAfterSimulation(name: string, args: readonly unknown[], value = '0x0') {
  const lines: readonly string[] = [`function ${name}`]
  const abi: Abi = parseAbi(lines)
  const request = {
    method: 'eth_sendTransaction',
    params: [{ to: contract, data: encodeFunctionData({ abi, args }), value }],
  }
  const description = decodeParsed(connection, parseRequest(connection, request), (address) =>
    isSameHex(address, tokenAddress),
  )
  return risksOf(description, {
    ...{ host: 'shop.example', newContracts: [], now: 0, simulation: lossFree },
  })
}

/** Calls that honest dApps request at unknown contracts. */
const lowRiskCalls: readonly (readonly [string, readonly unknown[]])[] = [
  ['stake(uint256)', [one]],
  ['unstake(uint256)', [one]],
  ['claim()', []],
  ['getReward()', []],
  ['exit()', []],
  ['harvest(uint256)', [12n]],
  ['mint(uint256)', [1n]],
  ['mint(address,uint256)', [alice, 1n]],
  ['deposit(uint256,address)', [one, alice]],
  ['redeem(uint256,address,address)', [one, alice, alice]],
  ['supply(address,uint256,address,uint16)', [tokenAddress, one, alice, 0]],
  ['borrow(address,uint256,uint256,uint16,address)', [tokenAddress, one, 2n, 0, alice]],
  ['repay(address,uint256,uint256,address)', [tokenAddress, 2n ** 256n - 1n, 2n, alice]],
  ['createLock(uint256,uint256)', [one, 1_800_000_000n]],
  ['increaseUnlockTime(uint256)', [1_800_000_000n]],
  ['openPack(uint256)', [7n]],
  ['setUserUseReserveAsCollateral(address,bool)', [tokenAddress, true]],
  ['setNickname(string)', ['Captain of the harbour']],
  ['claimRewards(address,address)', [alice, zeroAddress]],
  ['buy(uint256,uint256)', [3n, one]],
]

/** Known functions that give nothing away (`harmless-functions.ts`). */
const knownCalls: typeof lowRiskCalls = [
  ['castVote(uint256,uint8)', [42n, 1]],
  ['castVoteWithReason(uint256,uint8,string)', [42n, 1, 'It saves gas for all of us.']],
  ['castVote(uint256,uint8)', [BigInt(hash), 1]],
]

/**
 * These are honest, but the contract may treat an argument as an account, to which it moves what it has of the user. No
 * bytes distinguish a hash from an account, and no simulation shows the contract's internal balances.
 */
const severeCalls: readonly (readonly [string, readonly unknown[]])[] = [
  ['nominate(address)', [bob]],
  ['vote_for_gauge_weights(address,uint256)', [bob, 10_000n]],
  ['enterMarkets(address[])', [[bob]]],
  ['claim(uint256,address,uint256,bytes32[])', [5n, alice, one, [hash, hash]]],
  ['mint(uint256,bytes)', [1n, signature]],
  ['commit(bytes32)', [hash]],
  ['setText(bytes32,string,string)', [hash, 'avatar', 'A boat']],
  ['setTokenUri(string)', ['ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi']],
]

describe('ordinary calls of an unknown contract, after a simulation without losses', () => {
  it.each(lowRiskCalls)('%s › unknown, without signs of a loss', (name, args) => {
    expect(risksAfterSimulation(name, args)).toEqual(['unknown-call'])
  })

  it.each(knownCalls)('%s › known, at an unknown contract', (name, args) => {
    expect(risksAfterSimulation(name, args)).toEqual(['unknown-contract'])
  })

  it.each(severeCalls)('%s › may name another account, severe', (name, args) => {
    expect(risksAfterSimulation(name, args)).toEqual(['unknown-with-value'])
  })

  it('with native value › severe', () => {
    expect(risksAfterSimulation('mint(uint256)', [1n], '0x1')).toEqual(['unknown-with-value'])
  })
})
