-- What people ask of many captures, answered by DuckDB from the lines of advert:
--
--     advert inspect --format jsonl captures/ > devices.jsonl
--     advert reach --format jsonl captures/ > reach.jsonl
--     duckdb < questions.sql
--
-- The columns are told with their types, because lines in which nothing was heard do not show them. `advert schema
-- inspect-rows` and `advert schema reach-rows` describe them all. The same tables as Parquet, from Integrations/spark, are
-- read with read_parquet('devices/**/*.parquet').

CREATE OR REPLACE VIEW devices AS
SELECT
  *,
  CAST(make_timestamp(CAST(firstSeen * 1000000 AS BIGINT)) AS DATE) AS day,
  -- Who a device is in every capture: the key of --irk that resolved its address, or an address that it keeps. NULL for
  -- addresses that change: who they belong to cannot be known.
  CASE
    WHEN resolvedBy IS NOT NULL THEN concat('key', resolvedBy)
    WHEN addressType IN ('public', 'random-static', 'public-identity', 'random-identity') THEN address
  END AS identity,
  -- One for each identity, and one for each address of a capture that has none: the most devices that there can be.
  coalesce(identity, concat_ws(' ', address, path)) AS counted
FROM read_json('devices.jsonl', format = 'newline_delimited', columns = {
  path: 'VARCHAR', device: 'VARCHAR', address: 'VARCHAR', addressType: 'VARCHAR', resolvedBy: 'BIGINT', origin: 'VARCHAR',
  name: 'VARCHAR', advertisements: 'BIGINT', scanResponses: 'BIGINT', firstSeen: 'DOUBLE', lastSeen: 'DOUBLE',
  makers: 'VARCHAR[]', formats: 'VARCHAR[]', kinds: 'VARCHAR[]',
  hiddenServices: 'STRUCT(service VARCHAR, missed VARCHAR[], may VARCHAR[])[]'
});

-- Services that are only in the scan response, by maker.
CREATE OR REPLACE VIEW hidden_services AS
SELECT
  coalesce(makers[1], 'unknown') AS maker,
  hidden.service AS service,
  count(DISTINCT counted) AS devices
FROM devices, unnest(hiddenServices) AS rows(hidden)
GROUP BY ALL
ORDER BY devices DESC, maker, service;

-- Which share of the questions about devices each scanner answers with "missed". A question is a service that a device
-- lists, or its presence when it lists none. A class has the verdicts that many devices share.
CREATE OR REPLACE VIEW missed_devices AS
WITH lines AS (
  SELECT * FROM read_json('reach.jsonl', format = 'newline_delimited', columns = {
    "row": 'VARCHAR', class: 'BIGINT', verdicts: 'STRUCT(profiles VARCHAR[], verdict VARCHAR)[]',
    answers: 'STRUCT(class BIGINT)[]'
  })
),
classes AS (
  SELECT class, unnest(entry.profiles) AS profile, entry.verdict AS verdict
  FROM lines, unnest(verdicts) AS rows(entry)
  WHERE "row" = 'class'
),
answers AS (
  SELECT answer.class AS class FROM lines, unnest(answers) AS rows(answer) WHERE "row" = 'device'
)
SELECT
  profile,
  count(*) AS questions,
  count(*) FILTER (verdict = 'missed') AS missed,
  missed / questions AS share
FROM answers JOIN classes USING (class)
GROUP BY profile
ORDER BY share DESC, profile;

-- How many devices sent data of each known format on each day.
CREATE OR REPLACE VIEW formats_over_time AS
SELECT day, format, count(DISTINCT counted) AS devices
FROM devices, unnest(formats) AS rows(format)
GROUP BY ALL
ORDER BY day, format;

FROM hidden_services;
FROM missed_devices;
FROM formats_over_time;
