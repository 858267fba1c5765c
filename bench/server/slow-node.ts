/**
 * A JSON-RPC node that responds after 20 ms, or half a second for tests of long calls, in a separate process. Prints its
 * URL, and on `count` the number of calls.
 */
import { createServer } from 'node:http'
import * as z from '#shared/zod.ts'

const [latencyMs, longLatencyMs] = [20, 500]
const longMethod = 'eth_createAccessList'
const call = z.object({ id: z.unknown(), method: z.string(), params: z.optional(z.array(z.unknown())) })
const calls = z.union([z.array(call), call])
let count = 0

function resultOf({ method, params = [] }: z.output<typeof call>): unknown {
  if (method === 'eth_chainId') return '0x1'
  if (method !== 'eth_getBlockByNumber') return '0x5208'
  const [block] = params
  return { number: block === 'finalized' || block === 'latest' ? '0xffffff' : block, transactions: [] }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = z.parse(calls, JSON.parse(Buffer.concat(chunks).toString()))
  const list = Array.isArray(body) ? body : [body]
  count += list.length
  const responses = list.map((entry) => ({ jsonrpc: '2.0', id: entry.id, result: resultOf(entry) }))
  setTimeout(
    () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(body) ? responses : responses[0]))
    },
    list.some(({ method }) => method === longMethod) ? longLatencyMs : latencyMs,
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`)
})
process.stdin.on('data', () => console.log(String(count)))
process.stdin.on('end', () => process.exit(0))
