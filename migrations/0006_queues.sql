CREATE TABLE `queue` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`per_item` integer NOT NULL,
	`is_blind` integer NOT NULL,
	`people` text NOT NULL,
	`selections` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queue_time` ON `queue` (`project`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `queue_item` (
	`queue` text NOT NULL,
	`case` text NOT NULL,
	`person` text NOT NULL,
	`place` integer NOT NULL,
	`skipped_at` integer,
	`skip_reason` text,
	`given_at` integer,
	PRIMARY KEY(`queue`, `person`, `case`),
	FOREIGN KEY (`queue`) REFERENCES `queue`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queue_item_case` ON `queue_item` (`case`,`queue`);--> statement-breakpoint
CREATE TABLE `graph_overview` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`state` text NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`project`, `graph`, `kind`, `part`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `graph_waiting`;--> statement-breakpoint
ALTER TABLE `graph` ADD `given_up_revision` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
CREATE INDEX `graph_time` ON `graph` (`project`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `graph_waiting` ON `graph` (`project`,`updated_at`) WHERE max(wanted_revision, judged_revision) > max(examined_revision, given_up_revision);--> statement-breakpoint
ALTER TABLE `benchmark` ADD `freezing_at` integer;--> statement-breakpoint
ALTER TABLE `experiment_result` ADD `outcome` text DEFAULT 'unjudged' NOT NULL;--> statement-breakpoint
CREATE INDEX `experiment_result_outcome` ON `experiment_result` (`experiment`,`outcome`,`item`);--> statement-breakpoint
ALTER TABLE `finding` ADD `assignee` text;--> statement-breakpoint
ALTER TABLE `finding` ADD `merged_into` text;--> statement-breakpoint
ALTER TABLE `finding` ADD `fix_prompt` text;--> statement-breakpoint
ALTER TABLE `finding` ADD `fix_version` integer;--> statement-breakpoint
ALTER TABLE `finding` ADD `fix_experiment` text;--> statement-breakpoint
ALTER TABLE `finding` ADD `fix_source` text;--> statement-breakpoint
CREATE INDEX `finding_assignee` ON `finding` (`assignee`) WHERE assignee is not null;--> statement-breakpoint
CREATE INDEX `finding_merged` ON `finding` (`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
ALTER TABLE `project` ADD `first_event_at` integer;--> statement-breakpoint
CREATE INDEX `mention_unread` ON `mention` (`person`,`project`,`comment`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `dataset_item_unanswered` ON `dataset_item` (`dataset`) WHERE expected = '[]';--> statement-breakpoint
UPDATE `project` SET `first_event_at` = (SELECT min(`created_at`) FROM `graph` WHERE `graph`.`project` = `project`.`id`);--> statement-breakpoint
UPDATE `experiment_result` SET `outcome` = CASE WHEN `error` IS NOT NULL THEN 'failed' WHEN `score` IS NULL THEN 'unjudged' WHEN `score` >= 0.5 THEN 'right' ELSE 'wrong' END;
