CREATE TABLE `tracked_issue` (
	`endpoint` text NOT NULL,
	`finding` text NOT NULL,
	`issue` text NOT NULL,
	`url` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`endpoint`, `finding`),
	FOREIGN KEY (`endpoint`) REFERENCES `endpoint`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `unsubscription` (
	`endpoint` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`endpoint`, `address`),
	FOREIGN KEY (`endpoint`) REFERENCES `endpoint`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `deletion_receipt` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`project` text NOT NULL,
	`at` integer NOT NULL,
	`pending` text,
	`body` text,
	`signature` text,
	`key` text
);
--> statement-breakpoint
CREATE INDEX `deletion_receipt_project` ON `deletion_receipt` (`organization`,`project`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `deletion_receipt_pending` ON `deletion_receipt` (`at`) WHERE pending is not null;--> statement-breakpoint
CREATE TABLE `expired_case` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`case` text NOT NULL,
	PRIMARY KEY(`project`, `graph`, `case`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `organization_export` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`person` text NOT NULL,
	`job` text NOT NULL,
	`state` text NOT NULL,
	`files` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `organization_export_organization` ON `organization_export` (`organization`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organization_export_end` ON `organization_export` (`expires_at`);--> statement-breakpoint
CREATE TABLE `project_retention` (
	`project` text PRIMARY KEY NOT NULL,
	`cases` integer,
	`reports` integer,
	`deliveries` integer NOT NULL,
	`usage` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `receipt_key` (
	`key` text PRIMARY KEY NOT NULL,
	`first_used_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `letter` ADD `unsubscribe` text;