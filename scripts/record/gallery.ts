import { fixtureGroups } from '../../widget-app/src/app/development/fixture-list.ts'
import { looks } from '../gallery/shots.ts'
import type { Json } from './json-value.ts'

/** The list of the gallery's screenshots: each state of each view, in each look. Does not contain the images. */
export const gallery: Json = {
  looks: looks.map(({ name, size, theme }) => ({ name, size, theme })),
  states: fixtureGroups
    .flat()
    .map(({ hash }) => hash)
    .toSorted(),
}
