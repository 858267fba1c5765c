import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type * as Sdk from '/sdk/bundle.js'
import type * as ReactEntry from '/sdk/react.js'
import { ReactShop } from './scripts/react-shop.ts'

const sdkFile = (file: string) => new URL(`../../../host-sdk/dist/${file}`, import.meta.url).href

/** Renders the React shop on the server with the SDK's build; no wallet is connected there. */
export async function renderReactShop(widgetUrl: string): Promise<string> {
  const entry: typeof ReactEntry = await import(sdkFile('react.js'))
  const { createDrawbridge }: typeof Sdk = await import(sdkFile('bundle.js'))
  const bridge = createDrawbridge({ projectId: 'demo', metadata: { name: 'Tidewater Coffee' }, widgetUrl })
  return renderToString(createElement(ReactShop, { entry, first: bridge, second: bridge }))
}
