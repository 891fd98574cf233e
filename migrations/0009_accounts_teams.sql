CREATE TABLE `session_factor` (
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`session_id`, `kind`),
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `tracked_issue` ADD `key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tracked_issue` ADD `is_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `organization_sign_in` ADD `requires_second_factor` integer DEFAULT false NOT NULL;