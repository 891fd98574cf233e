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
	PRIMARY KEY(`queue`, `person`, `case`),
	FOREIGN KEY (`queue`) REFERENCES `queue`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queue_item_case` ON `queue_item` (`case`,`queue`);--> statement-breakpoint
DROP INDEX `graph_waiting`;--> statement-breakpoint
ALTER TABLE `graph` ADD `given_up_revision` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
CREATE INDEX `graph_time` ON `graph` (`project`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `graph_first` ON `graph` (`project`,`created_at`);--> statement-breakpoint
CREATE INDEX `graph_waiting` ON `graph` (`project`,`updated_at`) WHERE max(wanted_revision, judged_revision) > max(examined_revision, given_up_revision);--> statement-breakpoint
ALTER TABLE `experiment_result` ADD `outcome` text GENERATED ALWAYS AS (case when error is not null then 'failed' when score is null then 'unjudged' when score >= 0.5 then 'right' else 'wrong' end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `mention_unread` ON `mention` (`person`,`project`,`comment`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `dataset_item_unanswered` ON `dataset_item` (`dataset`) WHERE expected = '[]';