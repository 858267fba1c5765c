import { describe, expect, it } from 'vitest'
import { immutableBlock, isImmutable } from './immutable-calls.ts'

const hash = `0x${'ab'.repeat(32)}`
const at = (number: string) => ({ blockNumber: number })

describe('isImmutable, with immutable blocks up to 100', () => {
  it.each<[name: string, method: string, params: unknown[], answer: unknown, lasting: boolean]>([
    ['a block by its hash', 'eth_getBlockByHash', [hash, false], {}, true],
    ['a block nobody knows yet', 'eth_getBlockByHash', [hash, false], null, false],
    ['a block by a word', 'eth_getBlockByHash', ['latest', false], {}, false],
    ['a receipt at or below', 'eth_getTransactionReceipt', [hash], at('0x64'), true],
    ['a receipt above', 'eth_getTransactionReceipt', [hash], at('0x65'), false],
    ['a transaction that waits', 'eth_getTransactionByHash', [hash], { blockNumber: null }, false],
    ['a mined transaction', 'eth_getTransactionByHash', [hash], at('0x1'), true],
    ['a block by number', 'eth_getBlockByNumber', ['0x64', true], {}, true],
    ['a block by a higher number', 'eth_getBlockByNumber', ['0x65', true], {}, false],
    ['the latest block', 'eth_getBlockByNumber', ['latest', true], {}, false],
    ['code now', 'eth_getCode', ['0x1', 'latest'], '0x', false],
    ['code without a block', 'eth_getCode', ['0x1'], '0x', false],
    ['code by block hash', 'eth_getCode', ['0x1', { blockHash: hash }], '0x', true],
    ['code by block number', 'eth_getCode', ['0x1', { blockNumber: '0x5' }], '0x', true],
    ['a call in the past', 'eth_call', [{}, '0x5'], '0x', true],
    ['a call now', 'eth_call', [{}, 'latest'], '0x', false],
    ['storage in the past', 'eth_getStorageAt', ['0x1', '0x0', '0x5'], '0x', true],
    ['storage whose slot looks like a block', 'eth_getStorageAt', ['0x1', '0x0', 'latest'], '0x', false],
    ['logs by block hash', 'eth_getLogs', [{ blockHash: hash }], [], true],
    ['logs of the past', 'eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x64' }], [], true],
    ['logs up to now', 'eth_getLogs', [{ fromBlock: '0x1', toBlock: 'latest' }], [], false],
    ['logs from now', 'eth_getLogs', [{ toBlock: '0x1' }], [], false],
    ['the head', 'eth_blockNumber', [], '0x1', false],
    ['a price', 'eth_gasPrice', [], '0x1', false],
    ['an estimate', 'eth_estimateGas', [{}, '0x1'], '0x1', false],
    ['a number in words', 'eth_getBlockByNumber', ['5', true], {}, false],
  ])('result of %s', (_name, method, params, result, lasting) => {
    expect(isImmutable({ method, params }, result, 100n)).toBe(lasting)
  })
})

describe('immutableBlock', () => {
  it.each<[name: string, method: string, params: unknown[], answer: unknown, block: bigint | undefined]>([
    ['the finalised block', 'eth_getBlockByNumber', ['finalized', false], { number: '0x10' }, 16n],
    ['256 below the head', 'eth_blockNumber', [], '0x12c', 44n],
    ['256 below the latest block', 'eth_getBlockByNumber', ['latest', false], { number: '0x12c' }, 44n],
    ['nothing on a young chain', 'eth_blockNumber', [], '0xff', undefined],
    ['nothing of another block', 'eth_getBlockByNumber', ['0x12c', false], { number: '0x12c' }, undefined],
    ['nothing of another answer', 'eth_gasPrice', [], '0x12c', undefined],
    ['nothing of a block that is not there', 'eth_getBlockByNumber', ['finalized', false], null, undefined],
  ])('%s', (_name, method, params, result, block) => {
    expect(immutableBlock({ method, params }, result)).toBe(block)
  })
})
