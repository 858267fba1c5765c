import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Stack } from '../stack-file.ts'
import { salePage } from './pages.ts'
import type { Sale, Sales } from './sales.ts'

/** The provider's own site: pages of real forms, on an origin of its own. */
export function createProviderApp(sales: Sales, stack: Stack): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  const show = (c: Context, sale: Sale, error?: string) =>
    c.html(salePage(sale, error), 200, {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors ${stack.widget.origin} ${stack.dapp.origin}`,
      ...(sale.openerPolicy === undefined ? {} : { 'cross-origin-opener-policy': sale.openerPolicy }),
    })
  const onward = (c: Context) => c.redirect('./', 303)
  const onSale = (act: (c: Context, sale: Sale) => Promise<Response> | Response) => (c: Context) => {
    const sale = sales.find(c.req.param('session') ?? '')
    return sale ? act(c, sale) : c.text('There is no such purchase', 404)
  }

  app.get(
    '/buy/:session/',
    onSale((c, sale) => show(c, sale)),
  )
  app.post(
    '/buy/:session/card',
    onSale(async (c, sale) => {
      const { number } = await c.req.parseBody()
      const error = await sales.card(sale, String(number ?? ''))
      return error === undefined ? onward(c) : show(c, sale, error)
    }),
  )
  app.post(
    '/buy/:session/identity',
    onSale(async (c, sale) => {
      await sales.identify(sale)
      return onward(c)
    }),
  )
  app.post(
    '/buy/:session/confirm',
    onSale((c, sale) => {
      // The page waits and looks again; the delivery takes its block.
      void sales.confirm(sale)
      return onward(c)
    }),
  )
  return app
}

/** The address of a sale's page. */
export const saleUrl = ({ onramp }: Stack, { session }: Sale): string => `${onramp.origin}/buy/${session}/`
