CREATE TABLE `answer_kind` (
	`id` integer PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`kind` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `answer_kind_text` ON `answer_kind` (`project`,`kind`);--> statement-breakpoint
-- One row less for each new hour and day: without a rowid, the key is the table.
CREATE TABLE `answer_tally` (
	`project` text NOT NULL,
	`hours` integer NOT NULL,
	`start` integer NOT NULL,
	`total` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`project`, `hours`, `start`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `tally_check` (
	`project` text PRIMARY KEY NOT NULL,
	`kinds` integer NOT NULL,
	`due_at` integer NOT NULL,
	`next_day` integer,
	`mended_at` integer,
	`days_until` integer DEFAULT -8640000000000000 NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tally_check_due` ON `tally_check` (`due_at`);--> statement-breakpoint
CREATE INDEX `failed_case_mix` ON `failed_case` (`project`,`system`,`created_at`) WHERE state = 'done' and outcome is not null;
--> statement-breakpoint
-- The same for right answers, which most conversations have.
CREATE TABLE `right_answer_without_rowid` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`origin` text NOT NULL,
	`query` text NOT NULL,
	`query_id` text,
	`expected` text NOT NULL,
	`prediction` text NOT NULL,
	`prediction_id` text,
	`score` real NOT NULL,
	`system` text,
	`session_category` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `right_answer_without_rowid` SELECT * FROM `right_answer`;
--> statement-breakpoint
DROP TABLE `right_answer`;
--> statement-breakpoint
ALTER TABLE `right_answer_without_rowid` RENAME TO `right_answer`;
--> statement-breakpoint
CREATE INDEX `right_answer_time` ON `right_answer` (`project`,`occurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `right_answer_graph` ON `right_answer` (`project`,`graph`);
--> statement-breakpoint
-- Inserting into this view changes the tallies: `less` is the kind of an answer before a change, `more` its
-- kind afterwards. Null: there was, or is, no such answer.
CREATE VIEW `answer_change` AS SELECT '' AS project, 0 AS at, '' AS less, '' AS more;
--> statement-breakpoint
CREATE TRIGGER `answer_change_counted` INSTEAD OF INSERT ON `answer_change` BEGIN
	INSERT INTO answer_kind (project, kind) SELECT NEW.project, NEW.more
	WHERE NEW.more IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM answer_kind WHERE project = NEW.project AND kind = NEW.more)
		AND coalesce((SELECT kinds FROM tally_check WHERE project = NEW.project), 0) < 2000;
	INSERT INTO answer_tally (project, hours, start, total, counts)
	SELECT NEW.project, hours, NEW.at - (NEW.at % length + length) % length, 0, '{}'
	FROM (SELECT 1 AS hours, 3600000 AS length UNION ALL SELECT 24, 86400000)
	WHERE NEW.less IS NULL
		AND (hours = 1 OR NEW.at < (SELECT days_until FROM tally_check WHERE project = NEW.project))
	ON CONFLICT DO NOTHING;
	UPDATE answer_tally SET
		total = total + (NEW.more IS NOT NULL) - (NEW.less IS NOT NULL),
		counts = (SELECT iif(NEW.more IS NULL, left, json_set(left, added, coalesce(left ->> added, 0) + 1)) FROM (
			SELECT '$."' || coalesce((SELECT id FROM answer_kind WHERE project = NEW.project AND kind = NEW.more), 0) || '"' AS added,
				iif(NEW.less IS NULL, before, iif(before ->> removed = 1, json_remove(before, removed),
					json_set(before, removed, coalesce(before ->> removed, 0) - 1))) AS left
			FROM (SELECT before, '$."' || iif(before -> ('$."' || id || '"') IS NULL, 0, id) || '"' AS removed
				FROM (SELECT iif(json_valid(counts), counts, '{}') AS before, coalesce((SELECT id FROM answer_kind WHERE project = NEW.project AND kind = NEW.less), 0) AS id))))
	WHERE project = NEW.project AND (hours, start) IN (SELECT hours, NEW.at - (NEW.at % length + length) % length FROM (SELECT 1 AS hours, 3600000 AS length UNION ALL SELECT 24, 86400000));
	DELETE FROM answer_tally
	WHERE NEW.more IS NULL AND project = NEW.project AND total = 0 AND counts = '{}' AND (hours, start) IN (SELECT hours, NEW.at - (NEW.at % length + length) % length FROM (SELECT 1 AS hours, 3600000 AS length UNION ALL SELECT 24, 86400000));
END;
--> statement-breakpoint
CREATE TRIGGER `failed_case_inserted_counted` AFTER INSERT ON `failed_case` BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT NEW.project, NEW.occurred_at,
		NULL,
		json_array('wrong', NEW.system, NEW.session_category, iif(NEW.state = 'running', 'queued', NEW.state), NEW.outcome, NEW.error_type, NEW.sub_kind, NEW.op_name, iif(NEW.error_type is null or NEW.label is null, null, exists (select 1 from json_each(json_insert(coalesce(NEW.label -> '$.also', '[]'), '$[#]', json(NEW.label))) as cause where cause.value ->> 'errorType' = NEW.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = NEW.op))));
END;
--> statement-breakpoint
CREATE TRIGGER `failed_case_updated_counted` AFTER UPDATE OF system, session_category, state, outcome, error_type, sub_kind, op, op_name, label ON `failed_case`
WHEN OLD.project = NEW.project AND OLD.occurred_at = NEW.occurred_at
	AND json_array('wrong', OLD.system, OLD.session_category, iif(OLD.state = 'running', 'queued', OLD.state), OLD.outcome, OLD.error_type, OLD.sub_kind, OLD.op_name, iif(OLD.error_type is null or OLD.label is null, null, exists (select 1 from json_each(json_insert(coalesce(OLD.label -> '$.also', '[]'), '$[#]', json(OLD.label))) as cause where cause.value ->> 'errorType' = OLD.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = OLD.op))))
		<> json_array('wrong', NEW.system, NEW.session_category, iif(NEW.state = 'running', 'queued', NEW.state), NEW.outcome, NEW.error_type, NEW.sub_kind, NEW.op_name, iif(NEW.error_type is null or NEW.label is null, null, exists (select 1 from json_each(json_insert(coalesce(NEW.label -> '$.also', '[]'), '$[#]', json(NEW.label))) as cause where cause.value ->> 'errorType' = NEW.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = NEW.op)))) BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT NEW.project, NEW.occurred_at,
		json_array('wrong', OLD.system, OLD.session_category, iif(OLD.state = 'running', 'queued', OLD.state), OLD.outcome, OLD.error_type, OLD.sub_kind, OLD.op_name, iif(OLD.error_type is null or OLD.label is null, null, exists (select 1 from json_each(json_insert(coalesce(OLD.label -> '$.also', '[]'), '$[#]', json(OLD.label))) as cause where cause.value ->> 'errorType' = OLD.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = OLD.op)))),
		json_array('wrong', NEW.system, NEW.session_category, iif(NEW.state = 'running', 'queued', NEW.state), NEW.outcome, NEW.error_type, NEW.sub_kind, NEW.op_name, iif(NEW.error_type is null or NEW.label is null, null, exists (select 1 from json_each(json_insert(coalesce(NEW.label -> '$.also', '[]'), '$[#]', json(NEW.label))) as cause where cause.value ->> 'errorType' = NEW.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = NEW.op))));
END;
--> statement-breakpoint
CREATE TRIGGER `failed_case_moved_counted` AFTER UPDATE OF project, occurred_at ON `failed_case`
WHEN OLD.project <> NEW.project OR OLD.occurred_at <> NEW.occurred_at BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT OLD.project, OLD.occurred_at,
		json_array('wrong', OLD.system, OLD.session_category, iif(OLD.state = 'running', 'queued', OLD.state), OLD.outcome, OLD.error_type, OLD.sub_kind, OLD.op_name, iif(OLD.error_type is null or OLD.label is null, null, exists (select 1 from json_each(json_insert(coalesce(OLD.label -> '$.also', '[]'), '$[#]', json(OLD.label))) as cause where cause.value ->> 'errorType' = OLD.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = OLD.op)))),
		NULL;
	INSERT INTO answer_change (project, at, less, more) SELECT NEW.project, NEW.occurred_at,
		NULL,
		json_array('wrong', NEW.system, NEW.session_category, iif(NEW.state = 'running', 'queued', NEW.state), NEW.outcome, NEW.error_type, NEW.sub_kind, NEW.op_name, iif(NEW.error_type is null or NEW.label is null, null, exists (select 1 from json_each(json_insert(coalesce(NEW.label -> '$.also', '[]'), '$[#]', json(NEW.label))) as cause where cause.value ->> 'errorType' = NEW.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = NEW.op))));
END;
--> statement-breakpoint
CREATE TRIGGER `failed_case_deleted_counted` AFTER DELETE ON `failed_case` BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT OLD.project, OLD.occurred_at,
		json_array('wrong', OLD.system, OLD.session_category, iif(OLD.state = 'running', 'queued', OLD.state), OLD.outcome, OLD.error_type, OLD.sub_kind, OLD.op_name, iif(OLD.error_type is null or OLD.label is null, null, exists (select 1 from json_each(json_insert(coalesce(OLD.label -> '$.also', '[]'), '$[#]', json(OLD.label))) as cause where cause.value ->> 'errorType' = OLD.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = OLD.op)))),
		NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `right_answer_inserted_counted` AFTER INSERT ON `right_answer`
WHEN NOT EXISTS (SELECT 1 FROM failed_case WHERE id = 'case_' || substr(NEW.id, 5)) BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT NEW.project, NEW.occurred_at,
		NULL,
		json_array('right', NEW.system, NEW.session_category);
END;
--> statement-breakpoint
CREATE TRIGGER `right_answer_deleted_counted` AFTER DELETE ON `right_answer`
WHEN NOT EXISTS (SELECT 1 FROM failed_case WHERE id = 'case_' || substr(OLD.id, 5)) BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT OLD.project, OLD.occurred_at,
		json_array('right', OLD.system, OLD.session_category),
		NULL;
END;
--> statement-breakpoint
-- A right answer that has a case counts as wrong only.
CREATE TRIGGER `right_answer_opened_counted` AFTER INSERT ON `failed_case` BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT NEW.project, occurred_at,
		json_array('right', right_answer.system, right_answer.session_category),
		NULL FROM right_answer WHERE id = 'ans_' || substr(NEW.id, 6);
END;
--> statement-breakpoint
-- Not if the project is being deleted with it.
CREATE TRIGGER `right_answer_left_counted` AFTER DELETE ON `failed_case`
WHEN EXISTS (SELECT 1 FROM project WHERE id = OLD.project) BEGIN
	INSERT INTO answer_change (project, at, less, more) SELECT OLD.project, occurred_at,
		NULL,
		json_array('right', right_answer.system, right_answer.session_category) FROM right_answer WHERE id = 'ans_' || substr(OLD.id, 6);
END;
--> statement-breakpoint
CREATE TRIGGER `answer_kind_added` AFTER INSERT ON `answer_kind` BEGIN
	INSERT INTO tally_check (project, kinds, due_at) VALUES (NEW.project, 1, unixepoch() * 1000)
	ON CONFLICT (project) DO UPDATE SET kinds = kinds + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `answer_kind_deleted` AFTER DELETE ON `answer_kind` BEGIN
	UPDATE tally_check SET kinds = kinds - 1 WHERE project = OLD.project;
END;
--> statement-breakpoint
INSERT INTO answer_kind (project, kind) SELECT project, kind FROM (
	SELECT project, kind, row_number() OVER (PARTITION BY project ORDER BY count(*) DESC) AS place FROM (
	SELECT project, json_array('wrong', failed_case.system, failed_case.session_category, iif(failed_case.state = 'running', 'queued', failed_case.state), failed_case.outcome, failed_case.error_type, failed_case.sub_kind, failed_case.op_name, iif(failed_case.error_type is null or failed_case.label is null, null, exists (select 1 from json_each(json_insert(coalesce(failed_case.label -> '$.also', '[]'), '$[#]', json(failed_case.label))) as cause where cause.value ->> 'errorType' = failed_case.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = failed_case.op)))) AS kind, occurred_at AS at FROM failed_case
	UNION ALL SELECT project, json_array('right', right_answer.system, right_answer.session_category), occurred_at FROM right_answer
	WHERE NOT EXISTS (SELECT 1 FROM failed_case WHERE id = 'case_' || substr(right_answer.id, 5))
	) GROUP BY project, kind
) WHERE place <= 2000;
--> statement-breakpoint
INSERT INTO answer_tally (project, hours, start, total, counts)
SELECT project, 1, start, sum(answers), json_group_object(CAST(id AS TEXT), answers) FROM (
	SELECT answer.project, at - (at % 3600000 + 3600000) % 3600000 AS start, coalesce(answer_kind.id, 0) AS id, count(*) AS answers
	FROM (
	SELECT project, json_array('wrong', failed_case.system, failed_case.session_category, iif(failed_case.state = 'running', 'queued', failed_case.state), failed_case.outcome, failed_case.error_type, failed_case.sub_kind, failed_case.op_name, iif(failed_case.error_type is null or failed_case.label is null, null, exists (select 1 from json_each(json_insert(coalesce(failed_case.label -> '$.also', '[]'), '$[#]', json(failed_case.label))) as cause where cause.value ->> 'errorType' = failed_case.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = failed_case.op)))) AS kind, occurred_at AS at FROM failed_case
	UNION ALL SELECT project, json_array('right', right_answer.system, right_answer.session_category), occurred_at FROM right_answer
	WHERE NOT EXISTS (SELECT 1 FROM failed_case WHERE id = 'case_' || substr(right_answer.id, 5))
	) AS answer
	LEFT JOIN answer_kind ON answer_kind.project = answer.project AND answer_kind.kind = answer.kind
	GROUP BY 1, 2, 3
) GROUP BY project, start;
