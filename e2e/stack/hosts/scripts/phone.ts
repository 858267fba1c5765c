/** A WalletConnect wallet for manual testing: it pairs, shows the requests of sites, and sends the user's decisions. */
import * as z from '#shared/zod.ts'
import { sessionSchema, type WalletCommand, walletPromptSchema } from '../../walletconnect/thread-messages.ts'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId } from './page-elements.ts'
import { renderPhone } from './phone-view.ts'

const openedSchema = z.object({ id: z.string() })
const errorSchema = z.object({ reasons: z.array(z.unknown()) })
const phoneSchema = z.object({
  name: z.string(),
  addresses: z.record(z.string(), z.array(z.string())),
  asked: z.array(walletPromptSchema),
  waiting: z.array(z.int()),
  sessions: z.array(sessionSchema),
})

const world = readPageConfig()
const query = new URLSearchParams(location.search)
const account = query.get('account') ?? 'phone-3'
/** Project id of the mobile wallet at the relay; by default that of the world. */
const projectId = query.get('project') ?? undefined
const statusLine = byId('readiness', HTMLParagraphElement)
const form = byId('pair', HTMLFormElement)
const link = byId('link', HTMLInputElement)
const errorLine = byId('pair-error', HTMLParagraphElement)

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`/__stack/phones${path}`, { method: 'POST', body: JSON.stringify(body) })
  const json: unknown = await response.json()
  if (response.ok) return json
  throw new Error(errorSchema.safeParse(json).data?.reasons.join(' ') ?? `It answered ${response.status}`)
}

try {
  const { id } = z.parse(openedSchema, await post('', { account, projectId }))
  const perform = async (command: WalletCommand) => {
    await post(`/${id}`, command)
  }
  const attempt = (command: WalletCommand) => {
    perform(command).catch((error: unknown) => {
      errorLine.textContent = error instanceof Error ? error.message : String(error)
    })
  }
  // Every request waits for the user's decision.
  const ignore = { is: 'ignore' } as const
  await perform({
    is: 'script',
    script: { proposals: ignore, signIns: ignore, requests: ignore, methods: {} },
  })

  const events = new EventSource(`/__stack/phones/${id}/events`)
  events.addEventListener('message', ({ data }) => {
    renderPhone(z.parse(phoneSchema, JSON.parse(String(data))), world, attempt)
    statusLine.textContent = 'Ready'
  })
  events.addEventListener('error', () => {
    statusLine.textContent = 'The local world does not answer'
  })

  const pair = async () => {
    const uri = link.value.trim()
    errorLine.textContent = ''
    try {
      await perform({ is: 'pair', uri })
      link.value = ''
    } catch (error) {
      errorLine.textContent = `This link did not work: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pair()
  })
  // Pair at once when the user pastes a pairing URI.
  link.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text').trim() ?? ''
    if (!text.startsWith('wc:')) return
    event.preventDefault()
    link.value = text
    void pair()
  })
  byId('leave', HTMLButtonElement).addEventListener('click', () => attempt({ is: 'delete-sessions' }))
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button')) {
    field.disabled = false
  }
  link.focus()
} catch (error) {
  statusLine.textContent = `The wallet did not start: ${error instanceof Error ? error.message : String(error)}`
}
