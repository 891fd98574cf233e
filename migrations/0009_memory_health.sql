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
ALTER TABLE `graph_memory` ADD `searches` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `counted_revision` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
CREATE INDEX `graph_to_count` ON `graph` (`project`) WHERE counted_revision < revision and replayed is null and operations + variables + links < 20000;