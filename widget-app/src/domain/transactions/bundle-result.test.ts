import { expect, it } from 'vitest'
import { type BundleResult, bundleResult } from './bundle-result.ts'

const hash = `0x${'1'.repeat(64)}`
const receipt = {
  ...{ logs: [], blockHash: hash, blockNumber: '0x1', gasUsed: '0x1', transactionHash: hash },
  status: '0x1' as const,
}
const base = { version: '2.0.0' as const, id: 'b', chainId: '0x1', atomic: true }

it.each<[string, number, boolean, BundleResult]>([
  ['carried out', 200, true, { is: 'transaction', hash }],
  ['carried out, without a receipt', 200, false, { is: 'unknown' }],
  ['given up off the chain', 400, false, { is: 'nothing' }],
  ['reverted', 500, true, { is: 'transaction', hash }],
  ['reverted, without a receipt', 500, false, { is: 'unknown' }],
  ['partly reverted', 600, false, { is: 'unknown' }],
])('bundle that was %s › result', (_, status, hasReceipt, end) => {
  expect(bundleResult({ ...base, status, ...(hasReceipt ? { receipts: [receipt] } : {}) })).toEqual(end)
})
