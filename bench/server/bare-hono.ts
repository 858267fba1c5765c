/** A minimal Hono server on Node, as a baseline in a separate process. Prints its URL. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.get('/bare', (c) => c.json({ data: [], count: 0 }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
