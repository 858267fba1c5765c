/** A WalletConnect wallet with a person as its owner: pairs, shows what sites ask, and answers. */
import * as z from 'zod/mini'
import { sessionSchema, type WalletCommand, walletPromptSchema } from '../../walletconnect/thread-messages.ts'
import { readPageConfig } from '../../wallets/page-config.ts'
import { byId } from './page-elements.ts'
import { drawPhone } from './phone-view.ts'

const opened = z.object({ id: z.string() })
const refused = z.object({ reasons: z.array(z.unknown()) })
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
/** Under which the relay knows the phone; the project of the world unless named. */
const projectId = query.get('project') ?? undefined
const readiness = byId('readiness', HTMLParagraphElement)
const form = byId('pair', HTMLFormElement)
const link = byId('link', HTMLInputElement)
const wrong = byId('pair-error', HTMLParagraphElement)

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`/__stack/phones${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new Error(refused.safeParse(answer).data?.reasons.join(' ') ?? `It answered ${response.status}`)
}

try {
  const { id } = z.parse(opened, await post('', { account, projectId }))
  const perform = async (command: WalletCommand) => {
    await post(`/${id}`, command)
  }
  const attempt = (command: WalletCommand) => {
    perform(command).catch((error: unknown) => {
      wrong.textContent = error instanceof Error ? error.message : String(error)
    })
  }
  // Everything waits for the owner.
  const ignore = { is: 'ignore' } as const
  await perform({
    is: 'script',
    script: { proposals: ignore, signIns: ignore, requests: ignore, methods: {} },
  })

  const events = new EventSource(`/__stack/phones/${id}/events`)
  events.addEventListener('message', ({ data }) => {
    drawPhone(z.parse(phoneSchema, JSON.parse(String(data))), world, attempt)
    readiness.textContent = 'Ready'
  })
  events.addEventListener('error', () => {
    readiness.textContent = 'The local world does not answer'
  })

  const pair = async () => {
    const uri = link.value.trim()
    wrong.textContent = ''
    try {
      await perform({ is: 'pair', uri })
      link.value = ''
    } catch (error) {
      wrong.textContent = `This link did not work: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pair()
  })
  // Whoever pastes a whole link wants to pair.
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
  readiness.textContent = `The wallet did not start: ${error instanceof Error ? error.message : String(error)}`
}
