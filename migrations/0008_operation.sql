CREATE TABLE `billing_customer` (
	`organization` text PRIMARY KEY NOT NULL,
	`customer` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer` text NOT NULL,
	`project` text NOT NULL,
	`meter` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `billing_event_day` ON `billing_event` (`day`,`project`,`meter`,`value`);--> statement-breakpoint
CREATE INDEX `billing_event_waiting` ON `billing_event` (`next_attempt_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `billing_event_failed` ON `billing_event` (`created_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE TABLE `last_sweep` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`milliseconds` integer NOT NULL,
	`failed_parts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `letter_failed` ON `letter` (`created_at`) WHERE state in ('failed', 'bounced');--> statement-breakpoint
CREATE INDEX `delivery_failed` ON `delivery` (`created_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `failed_case_failed` ON `failed_case` (`state_at`) WHERE state = 'failed';