// Loaded before the product when statements are recorded: every query of the driver is kept until it is asked for.
import pg from 'pg'

const query = pg.Client.prototype.query
let recorded = []

pg.Client.prototype.query = function (config, values, callback) {
  const { text, values: own, rowMode, name } = typeof config === 'string' ? { text: config, values } : config
  const answer = query.call(this, config, values, callback)
  const entry = { text, values: (Array.isArray(values) ? values : own) ?? [], rowMode, name }
  recorded.push(entry)
  // The id of a new row, which later statements of the same request carry.
  if (answer?.then && /^\s*insert into \w+ .* returning id$/is.test(text))
    answer.then(
      ({ rows }) => {
        entry.madeId = rows[0]?.id
      },
      () => undefined,
    )
  return answer
}

process.on('message', () => {
  process.send(recorded)
  recorded = []
})
