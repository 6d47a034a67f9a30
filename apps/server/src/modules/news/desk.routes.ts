import * as calls from '@btbc/contract/operator/article.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { publishDrafts, showArticle, withdrawVersion } from './desk.publish.ts'
import { listHouseArticles, listVersions, readHouseArticle } from './desk.read.ts'
import { addArticle, arrange, discardDraft, redraft, saveDraft, subjectOf } from './desk.write.ts'

const PER_PAGE = 50
const VERSIONS_PER_PAGE = 10

export function serveArticleDesk(serve: ServeOperator): void {
  serve(calls.listHouseArticles, ({ tx, request: { kind, before, limit = PER_PAGE }, now }) =>
    listHouseArticles(tx, { kind, before, limit, now }),
  )
  serve(calls.readHouseArticle, ({ tx, request: { id } }) => readHouseArticle(tx, id))
  serve(calls.listArticleVersions, ({ tx, request, now }) => {
    const { id, language, before, limit = VERSIONS_PER_PAGE } = request
    return listVersions(tx, { id, language, before, limit, now })
  })
  serve(calls.previewArticle, async ({ request: { body } }) => {
    const { renderMarkdown } = await import('./markdown.ts')
    return { html: renderMarkdown(body) }
  })
  serveDrafts(serve)
  servePublishing(serve)
}

function serveDrafts(serve: ServeOperator): void {
  serve(calls.addArticle, async ({ tx, request, caller: { operatorId }, now, note }) => {
    const added = await addArticle(tx, { ...request, operatorId, now })
    note(subjectOf(added.id), { kind: request.kind, title: request.title })
    return added
  })
  serve(calls.saveArticleDraft, async ({ tx, request, caller: { operatorId }, now, note }) => {
    const { id, language, title, summary = '', body = '', revision } = request
    const text = { title, summary, body }
    const saved = await saveDraft(tx, { id, language, ...text, revision, operatorId, now })
    note(subjectOf(id, language), { revision: String(saved.revision) })
    return saved
  })
  serve(calls.discardArticleDraft, async ({ tx, request: { id, language, revision }, note }) => {
    const discarded = await discardDraft(tx, { id, language, revision })
    note(subjectOf(id, language), { discarded: String(revision), gone: String(discarded.gone) })
    return discarded
  })
  serve(calls.redraftVersion, async ({ tx, request, caller: { operatorId }, now, note }) => {
    const { id: version, revision } = request
    const { subject, ...saved } = await redraft(tx, { version, revision, operatorId, now })
    note(subject, { from: String(version), revision: String(saved.revision) })
    return saved
  })
  serve(calls.arrangeArticle, async ({ tx, request, now, note }) => {
    const { id, sorts, thumbnail, link } = request
    await arrange(tx, { id, sorts, thumbnail, link, now })
    note(subjectOf(id), {
      ...(sorts === undefined ? {} : { sorts: String(sorts) }),
      ...(thumbnail === undefined ? {} : { thumbnail }),
      ...(link === undefined ? {} : { link }),
    })
    return {}
  })
}

function servePublishing(serve: ServeOperator): void {
  serve(calls.publishArticle, async ({ tx, request: { id, drafts, at }, now, note }) => {
    const published = await publishDrafts(tx, { id, drafts, at, now })
    note(subjectOf(id), {
      languages: drafts.map(({ language }) => language).join(' '),
      at: published.at.toISOString(),
    })
    return {}
  })
  serve(calls.withdrawVersion, async ({ tx, request: { id: version }, now, note }) => {
    const { subject } = await withdrawVersion(tx, { version, now })
    note(subject, { version: String(version) })
    return {}
  })
  serve(calls.showArticle, async ({ tx, request: { id, shown }, now, note }) => {
    await showArticle(tx, { id, shown, now })
    note(subjectOf(id), { shown: String(shown) })
    return {}
  })
}
