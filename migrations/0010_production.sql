ALTER TABLE `failed_case` ADD `correction` text;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `confirmed` text;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `refused` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `project` ADD `open_corrections` integer DEFAULT true NOT NULL;