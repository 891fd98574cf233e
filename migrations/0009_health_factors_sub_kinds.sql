CREATE TABLE `health_bound` (
	`project` text NOT NULL,
	`figure` text NOT NULL,
	`bound` real NOT NULL,
	`days` integer,
	`state` text DEFAULT 'met' NOT NULL,
	`changed_at` integer,
	`checked_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project`, `figure`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `health_bound_checked` ON `health_bound` (`checked_at`);--> statement-breakpoint
CREATE TABLE `session_factor` (
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`session_id`, `kind`),
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `tracked_issue` ADD `key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tracked_issue` ADD `is_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `graph_memory` ADD `searches` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `sub_kind` text;--> statement-breakpoint
ALTER TABLE `graph` ADD `counted_revision` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
CREATE INDEX `graph_to_count` ON `graph` (`project`) WHERE counted_revision < revision and replayed is null and operations + variables + links < 20000;--> statement-breakpoint
ALTER TABLE `organization_sign_in` ADD `requires_second_factor` integer DEFAULT false NOT NULL;