import { type Disposable, StatusBarAlignment, window } from 'vscode';

export interface StatusBar extends Disposable {
  show: (state: { isVisible: boolean; isBusy: boolean }) => void;
}

/** Creates the status bar item, which stages the open folder and spins while staging. */
export function createStatusBar(): StatusBar {
  const item = window.createStatusBarItem('stagelink', StatusBarAlignment.Left);
  item.name = 'Stagelink';
  item.command = 'stagelink.stage';
  return {
    show({ isVisible, isBusy }) {
      item.text = isBusy ? '$(sync~spin) Staging' : '$(cloud-upload) Stage';
      item.tooltip = isBusy ? 'Stagelink is staging' : 'Stage this folder with Stagelink';
      item.accessibilityInformation = { label: item.tooltip };
      if (isVisible) item.show();
      else item.hide();
    },
    dispose: () => item.dispose(),
  };
}
