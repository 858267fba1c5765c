import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Stack } from '../stack-file.ts'
import { salePage } from './pages.ts'
import type { Sale, Sales } from './sales.ts'

/** The provider's site: pages with real forms, on a separate origin. */
export function createProviderApp(sales: Sales, stack: Stack): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  const renderSale = (c: Context, sale: Sale, error?: string) =>
    c.html(salePage(sale, error), 200, {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors ${stack.widget.origin} ${stack.dapp.origin}`,
      ...(sale.openerPolicy === undefined ? {} : { 'cross-origin-opener-policy': sale.openerPolicy }),
    })
  const redirectToSale = (c: Context) => c.redirect('./', 303)
  const withSale = (handler: (c: Context, sale: Sale) => Promise<Response> | Response) => (c: Context) => {
    const sale = sales.find(c.req.param('session') ?? '')
    return sale ? handler(c, sale) : c.text('There is no such purchase', 404)
  }

  app.get(
    '/buy/:session/',
    withSale((c, sale) => renderSale(c, sale)),
  )
  app.post(
    '/buy/:session/card',
    withSale(async (c, sale) => {
      const { number } = await c.req.parseBody()
      const error = await sales.card(sale, String(number ?? ''))
      return error === undefined ? redirectToSale(c) : renderSale(c, sale, error)
    }),
  )
  app.post(
    '/buy/:session/identity',
    withSale(async (c, sale) => {
      await sales.identify(sale)
      return redirectToSale(c)
    }),
  )
  app.post(
    '/buy/:session/confirm',
    withSale((c, sale) => {
      // The page reloads until the transfer is in a block.
      void sales.confirm(sale)
      return redirectToSale(c)
    }),
  )
  return app
}

/** URL of a sale's page. */
export const saleUrl = ({ onramp }: Stack, { session }: Sale): string => `${onramp.origin}/buy/${session}/`
