import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { escapeHtml, renderLocalPage } from './local-page.ts'
import type { MailInbox, ReceivedMail } from './mail-inbox.ts'
import { parseMail } from './mail-message.ts'

const shownMessages = 50

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
}

function article({ to, message, receivedAtMs }: ReceivedMail): string {
  const { subject, text } = parseMail(message)
  const time = new Date(receivedAtMs).toISOString()
  return `<article><h2>${escapeHtml(subject)}</h2><div class="note">To ${escapeHtml(to.join(', '))}, <time datetime="${time}">${time.slice(11, 19)} UTC</time></div><pre>${escapeHtml(text)}</pre></article>`
}

/** Creates the page of the mail server: the messages to one address, or all, the newest first. */
export function createMailPage(inbox: MailInbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/', (c) => {
    const address = c.req.query('to')?.trim() ?? ''
    const found = inbox.list().filter(({ to }) => address === '' || to.includes(address))
    const shown = found.slice(-shownMessages).reverse()
    const body = `<h1>Inbox</h1><p>Mail that the local world has received. It delivers none.</p>
<form><label>Address<input name="to" type="email" value="${escapeHtml(address)}" placeholder="All addresses" autocomplete="off"></label><button>Show</button></form>
${shown.length === 0 ? '<p role="status">No messages yet. This page reloads.</p>' : shown.map(article).join('')}`
    const isReloading = shown.length === 0
    return c.html(renderLocalPage('Mail', 'Inbox', body, { isReloading, isWide: true }), 200, headers)
  })
  return app
}
