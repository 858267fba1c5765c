/** Runs the dApp with the library that the query names, and displays what the library reports. */
import { createDrawbridge } from '/sdk/bundle.js'
import { byId } from '../../stack/hosts/scripts/page-elements.ts'
import { pageOptions } from '../../stack/hosts/scripts/page-options.ts'
import { readPageConfig } from '../../stack/wallets/page-config.ts'
import { rows } from '../table.ts'
import { ecosystemOptions, libraries } from './libraries.ts'
import type { LibraryDapp, Payment, View } from './library-dapp.ts'

const query = new URLSearchParams(location.search)
const world = readPageConfig()
const libraryId = query.get('library') ?? 'wagmi'

const input = (id: string) => byId(id, HTMLInputElement).value
const payment = (): Payment => ({ to: input('to'), amount: BigInt(input('amount')) })
const output = byId('output', HTMLOutputElement)
const status = byId('status', HTMLElement)

for (const { id, title } of rows) {
  const link = document.createElement('a')
  link.href = `?${new URLSearchParams({ library: id })}`
  link.textContent = title
  if (id === libraryId) link.ariaCurrent = 'page'
  byId('libraries', HTMLElement).append(link)
}

function show({ accounts, chain }: View): void {
  status.textContent = accounts.length > 0 ? 'Connected' : 'Not connected'
  byId('accounts', HTMLElement).textContent = accounts.join(' ')
  byId('chain', HTMLElement).textContent = chain ?? ''
}

/** An error, with the messages and codes that the library passes to the dApp. */
function describe(error: unknown): string {
  const { name, code, message } = Object(error)
  return JSON.stringify({ name, code, message: String(message) })
}

async function run(action: () => Promise<unknown>): Promise<void> {
  output.dataset.is = 'busy'
  output.textContent = ''
  try {
    const result = await action()
    output.textContent = typeof result === 'string' ? result : ''
    output.dataset.is = 'ok'
  } catch (error) {
    output.textContent = describe(error)
    output.dataset.is = 'failed'
  }
}

function bindButton(id: string, action: (() => Promise<unknown>) | undefined): void {
  const button = byId(id, HTMLButtonElement)
  if (action === undefined) {
    button.hidden = true
    return
  }
  button.addEventListener('click', () => run(action))
  button.disabled = false
}

function bindButtons(dapp: LibraryDapp): void {
  const { signTypedData, switchChain, disconnect, estimateFee } = dapp
  bindButton('connect', () => dapp.connect())
  bindButton('sign', () => dapp.signMessage(input('message')))
  bindButton('typed', signTypedData && (() => signTypedData()))
  bindButton('fee', estimateFee && (async () => String(await estimateFee(payment()))))
  bindButton('send', () => dapp.send(payment()))
  bindButton('call', () => dapp.call(payment()))
  bindButton('switch', switchChain && (() => switchChain(Number(input('network')))))
  bindButton('disconnect', disconnect && (() => disconnect()))
}

const row = rows.find(({ id }) => id === libraryId)
if (row === undefined) throw new Error(`There is no dApp written with ${libraryId}`)
document.title = `${row.title} · Tidewater Coffee`
byId('title', HTMLElement).textContent = row.title
byId('note', HTMLElement).textContent = row.note ?? ''
const options = pageOptions(world, query, ecosystemOptions(row, world))
Object.defineProperty(globalThis, 'bridge', { value: createDrawbridge(options) })
const { start } = await libraries[row.id]()
bindButtons(await start(world, show))
