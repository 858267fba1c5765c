import { fileURLToPath } from 'node:url'
import { type ServedPages, servePages } from '../browser/serve-pages.ts'

/**
 * Serves the floor: the least page that shows a list of wallets from a frame of another site, with the same parts as the
 * widget (React, comlink, zod/mini). Its times say what the browser and these parts cost, without the widget.
 */
export const serveFloor = (): Promise<ServedPages> =>
  servePages({
    root: fileURLToPath(new URL('./pages/', import.meta.url)),
    pages: { 'host.html': '/plain.html', 'frame.html': '/embed/1/floor.html' },
    // As the widget's document: a process of its own, whose start neither code can avoid.
    headers: { 'Cache-Control': 'no-cache', 'Origin-Agent-Cluster': '?1' },
  })

/** Hosts of the floor's page and of its frame. */
export const floorHosts = { page: 'floor-dapp.localhost', frame: 'floor-widget.localhost' }
